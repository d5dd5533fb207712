// SPDX-License-Identifier: MIT

internal import Datasets
internal import Foundation

/// A program as it was compared: its command, the files that it consists of, and its version.
///
/// Two shards belong together only if it is the same, so a changed script makes another run.
package struct ContestantProgram: Hashable, Codable, Sendable {
  /// The words of the command, with the placeholder of the sound.
  package var words: [String]
  /// The checksum of the program and of each file among the words, as `algorithm:digits` by the
  /// word.
  package var checksums: [String: String]
  /// The versions that the program states, in one line; `nil` if it states none.
  package var version: String?

  /// Describes a program.
  package init(words: [String], checksums: [String: String], version: String? = nil) {
    self.words = words
    self.checksums = checksums
    self.version = version
  }

  /// Describes the program of a command.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - version: the words of a command that prints the versions; `nil` for none.
  init(_ command: CommandTemplate, version: [String]?) {
    words = command.words
    self.version = version.flatMap { Self.stated(by: $0) }
    checksums = [:]
    for (index, word) in command.words.enumerated() {
      let path = index == 0 ? BoundedProgram.path(of: word) : Self.isFile(word) ? word : nil
      guard let path else { continue }
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      checksums[word] = (try? Checksum.sha256(of: [file]))?[file].map { "sha256:" + $0 }
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && !isDirectory.boolValue
  }

  /// The time in which a program states its versions, in seconds: Python imports large packages.
  private static let timeLimit = 60.0

  /// Returns the first line that a program prints; `nil` if it fails.
  private static func stated(by words: [String]) -> String? {
    let program = BoundedProgram(words: words, timeLimit: timeLimit, outputLimit: 4096)
    guard let text = try? program.run() else { return nil }
    return text.split(whereSeparator: \.isNewline).first.map(String.init)
  }
}
