// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("File names that are not UTF-8")
struct FileNameTests {
  /// Runs a shell script with the program as its name; the script makes the bytes.
  private func shell(_ script: String, in directory: String) throws -> Program.Outcome {
    try Program(path: "/bin/sh").run(
      ["-c", "cd \"$1\" || exit 9; " + script, Program("tuner").path, directory])
  }

  @Test("are opened as an argument, in a list and in a directory, and shown with escapes")
  func opened() throws {
    let files = try TemporaryDirectory(holding: ["a.wav": WAVE.floats(WAVE.pluck(110))])
    let made = try shell(#"mkdir in; mv a.wav "$(printf 'in/caf\351.wav')""#, in: files.path)
    try #require(made.status == 0)
    for script in [
      #""$0" analyze "$(printf 'in/caf\351.wav')""#, #""$0" check "$(printf 'in/caf\351.wav')""#,
      #"printf 'in/caf\351.wav\n' | "$0" analyze --files-from -"#,
      #""$0" analyze --recursive in"#,
    ] {
      let outcome = try shell(script, in: files.path)
      #expect(outcome.status == 0, "\(script): \(outcome.errors)")
      #expect(outcome.output.contains(#"in/caf\xe9.wav: "#), "\(outcome.output)")
      #expect(outcome.output.contains("string 5 (A2)"))
    }
    // The recording is spared under its own name.
    let spared = try shell(
      #"n="$(printf 'in/caf\351.wav')"; "$0" analyze --html page.html "$n" && ls -l "$n""#,
      in: files.path)
    #expect(spared.status == 0)
  }
}
