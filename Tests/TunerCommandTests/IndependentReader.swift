// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// Readers of our formats that share no code with them: Python with jams, mido and jsonschema.
struct IndependentReader {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// Reads a result of `tuner analyze`.
  ///
  /// - Parameters:
  ///   - kind: a format's name.
  ///   - bytes: the result.
  /// - Returns: the contents according to the reader.
  /// - Throws: an error when the reader is not installed. If it refuses the file, its message is
  ///   recorded as an issue.
  static func read(_ kind: String, _ bytes: Data) throws -> Any {
    let python = root + "/.build/readers/bin/python"
    try #require(
      FileManager.default.isExecutableFile(atPath: python),
      "The readers are not installed. Install them: scripts/readers.sh")
    let files = try TemporaryDirectory(holding: ["result": bytes])
    var arguments = [
      root + "/Tests/TunerCommandTests/Readers/read.py", kind, files.path + "/result",
    ]
    if kind.hasSuffix("json") { arguments.append(root + "/docs/schemas") }
    // Each process finds what an earlier one compiled, outside of the tree.
    let outcome = try Program(path: python).run(
      arguments,
      environment: [
        "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": nil,
        "PYTHONPYCACHEPREFIX": root + "/.build/readers/cache",
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONSerialization.jsonObject(
      with: Data(outcome.output.utf8), options: .fragmentsAllowed)
  }

  /// Reads a result that is a list of objects.
  static func rows(_ kind: String, _ bytes: Data) throws -> [[String: Any]] {
    try #require(read(kind, bytes) as? [[String: Any]])
  }

  /// Reads a result that is one object.
  static func object(_ kind: String, _ bytes: Data) throws -> [String: Any] {
    try #require(read(kind, bytes) as? [String: Any])
  }
}
