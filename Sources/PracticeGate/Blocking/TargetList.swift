// SPDX-License-Identifier: MIT

/// Targets in the order they were named, each once.
public struct TargetList: Hashable, Sendable {
  /// The targets.
  public let targets: [TargetID]

  /// The list of nothing.
  public static let empty = TargetList([])

  /// Makes a list.
  ///
  /// - Parameter targets: the targets; of one that is repeated, the first place counts.
  /// - Complexity: O(n), n = targets.
  public init(_ targets: [TargetID]) {
    var seen: Set<TargetID> = []
    self.targets = targets.filter { seen.insert($0).inserted }
  }
}

extension TargetList: Codable {
  /// Reads a list of names; what is repeated is left out.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([TargetID].self))
  }

  /// Writes a list of names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(targets)
  }
}
