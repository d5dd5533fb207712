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

  @Test("are those of a file of MIDI messages")
  func midi() throws {
    let files = try TemporaryDirectory(holding: [
      "a.wav": WAVE.floats(WAVE.pluck(110, seconds: 0.5))
    ])
    let outcome = try shell(
      #""$0" live -q --no-report --input a.wav --midi "$(printf './caf\351.midi')" > lines; "#
        + #"test -s "$(printf 'caf\351.midi')""#, in: files.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("are those of a cache and of a scale, also in a worker process")
  func cacheAndScale() throws {
    let steps = (1...12).map { "\(100 * $0).0\n" }.joined()
    let files = try TemporaryDirectory(holding: [
      "a.wav": WAVE.floats(WAVE.pluck(110)),
      "s.scl": Data(("! s.scl\n!\ntwelve\n 12\n!\n" + steps).utf8),
    ])
    let made = try shell(
      #"mv s.scl "$(printf '\377.scl')"; touch -d '1 hour ago' a.wav"#, in: files.path)
    try #require(made.status == 0)
    for (run, isKnown) in [("first", false), ("second", true)] {
      let outcome = try shell(
        #""$0" analyze --batch \#(run) --cache "$(printf 'caf\351')" "#
          + #"-t chromatic --temperament "$(printf '\377.scl')" a.wav"#, in: files.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("known to the cache") == isKnown, "\(outcome.errors)")
    }
    // The worker uses the same directory.
    let cache = try shell(#"ls -d caf* | wc -l; ls "$(printf 'caf\351')" | wc -l"#, in: files.path)
    let counts = cache.output.split(separator: "\n").compactMap { Int($0) }
    #expect(counts.first == 1 && counts.last ?? 0 > 0, "\(cache.output)")
  }
}
