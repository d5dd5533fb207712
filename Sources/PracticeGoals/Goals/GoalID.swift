// SPDX-License-Identifier: MIT

/// The name of a goal, by which edits refer to it.
public struct GoalID: RawRepresentable, Hashable, Codable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an identifier.
  ///
  /// - Parameter rawValue: any name.
  public init(rawValue: String) { self.rawValue = rawValue }
}
