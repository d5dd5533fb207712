// SPDX-License-Identifier: MIT

/// A state to keep, with the version of its form.
public struct PracticeSnapshot: Hashable, Sendable {
  /// Why a snapshot can't be used.
  public enum Refusal: Error, Hashable, Codable, Sendable {
    /// It was written by a later program.
    case laterVersion(found: Int, newest: Int)
  }

  /// The form that this program writes, and the newest that it reads.
  public static let currentVersion = 1

  /// The version of the form it was written in.
  public let version: Int
  /// The state; `nil` when the form is of a later version, and so unknown.
  public let practice: Practice?

  /// Takes a snapshot.
  ///
  /// - Parameter practice: the state.
  public init(_ practice: Practice) {
    version = Self.currentVersion
    self.practice = practice
  }

  /// Returns the state.
  ///
  /// - Returns: the state that was kept.
  /// - Throws: `Refusal.laterVersion` when a later program wrote it.
  public func restored() throws(Refusal) -> Practice {
    guard let practice else {
      throw .laterVersion(found: version, newest: Self.currentVersion)
    }
    return practice
  }
}

extension PracticeSnapshot.Refusal: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .laterVersion(let found, let newest):
      "The saved state has version \(found), and this program reads up to \(newest). "
        + "Update the program."
    }
  }
}

extension PracticeSnapshot: Codable {
  private enum Key: String, CodingKey { case version, practice }

  /// Reads the version, and the state if the version is known.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    version = try container.decode(Int.self, forKey: .version)
    guard version >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container, debugDescription: "there is no version \(version)")
    }
    practice =
      version > Self.currentVersion
      ? nil : try container.decode(Practice.self, forKey: .practice)
  }

  /// Writes version and state.
  ///
  /// A snapshot of a later version is not written: half of it is unknown.
  public func encode(to encoder: any Encoder) throws {
    guard let practice else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "\(unknown)"))
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(version, forKey: .version)
    try container.encode(practice, forKey: .practice)
  }

  private var unknown: Refusal { .laterVersion(found: version, newest: Self.currentVersion) }
}
