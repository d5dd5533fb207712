// SPDX-License-Identifier: MIT

/// A versioned snapshot of the state.
public struct PracticeSnapshot: Hashable, Sendable {
  /// The reasons why a snapshot is refused.
  public enum Refusal: Error, Hashable, Codable, Sendable {
    /// A later version of the program wrote it.
    case laterVersion(found: Int, newest: Int)
  }

  /// The version that this program writes, and the latest that it reads.
  public static let currentVersion = 1

  /// The version of the format.
  public let version: Int
  /// The state; `nil` for a later version, whose format is unknown.
  public let practice: Practice?

  /// Takes a snapshot.
  public init(_ practice: Practice) {
    version = Self.currentVersion
    self.practice = practice
  }

  /// Returns the state.
  ///
  /// - Returns: the stored state.
  /// - Throws: `Refusal.laterVersion` when a later version of the program wrote it.
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

  /// Decodes the version, and the state if the version is known.
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

  /// Encodes version and state.
  ///
  /// A snapshot of a later version can't be encoded, because its state is unknown.
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
