// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze: recordings that were cut off or damaged")
struct AnalyzeCutTests {
  private let tuner = Program("tuner")

  /// A recording, in a directory that exists as long as the value.
  private struct Take {
    let directory: TemporaryDirectory
    let path: String
  }

  /// Writes a tone of 3 s, and changes the bytes of its file.
  private func take(_ kind: String, changing change: (inout Data) -> Void) throws -> Take {
    let directory = try TemporaryDirectory(holding: [:])
    let path = directory.path + "/take." + kind
    let made = try tuner.run(["tone", "A2", "-o", path])
    try #require(made.status == 0, "\(made.errors)")
    var data = try Data(contentsOf: URL(filePath: path))
    change(&data)
    try data.write(to: URL(filePath: path))
    return Take(directory: directory, path: path)
  }

  @Test(
    "the end of a recording is missing: a warning in every format, and the rest is analysed",
    arguments: ["wav", "flac", "aiff", "caf", "au", "ogg"])
  func cutOff(kind: String) throws {
    let take = try take(kind) { $0 = $0.prefix($0.count * 2 / 3) }
    let outcome = try tuner.run(["analyze", "-f", "csv", "--notes", take.path])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("\(take.path): the file is cut off: "), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix(" are there\n"), "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count == 2, "\(outcome.output)")
    #expect(try tuner.run(["analyze", "-q", "-f", "csv", take.path]).errors == "")
  }

  @Test("a part inside a FLAC file is missing: an error after what is good")
  func gap() throws {
    let take = try take("flac") { data in
      let middle = data.count / 2
      data.removeSubrange(middle..<middle + data.count / 10)
    }
    let outcome = try tuner.run(["analyze", "-f", "csv", "--notes", take.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("the recording is damaged after "), "\(outcome.errors)")
    #expect(!outcome.errors.contains("cut off"))
  }
}
