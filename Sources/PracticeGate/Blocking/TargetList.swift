// SPDX-License-Identifier: MIT

/// A list of distinct targets in the order in which they were given.
public struct TargetList: Hashable, Sendable {
  /// The targets.
  public let targets: [TargetID]

  /// The empty list.
  public static let empty = TargetList([])

  /// Makes a list.
  ///
  /// - Parameter targets: the targets; a repeated one keeps its first place.
  /// - Complexity: O(n), n = targets.
  public init(_ targets: [TargetID]) {
    var seen: Set<TargetID> = []
    self.targets = targets.filter { seen.insert($0).inserted }
  }
}

extension TargetList: Codable {
  /// Decodes a list of names without repetitions.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([TargetID].self))
  }

  /// Encodes a list of names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(targets)
  }
}

/// The platform-independent name of a target.
///
/// Examples are `domain:youtube.com`, `app:org.mozilla.firefox` and `group:social`.
///
/// An adapter maps the name to its platform.
public struct TargetID: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an identifier; `nil` for an empty name and for one with blanks or control characters,
  /// which a blocker could not write safely.
  public init?(rawValue: String) {
    let isPrintable = rawValue.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        && $0.properties.generalCategory != .format
    }
    guard !rawValue.isEmpty, isPrintable else { return nil }
    self.rawValue = rawValue
  }
}

extension TargetID: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension TargetID: Codable {}
