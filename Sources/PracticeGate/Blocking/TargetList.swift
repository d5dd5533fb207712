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
