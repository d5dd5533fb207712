// SPDX-License-Identifier: MIT

/// What a goal is called by, and which goal an edit means.
public struct GoalID: RawRepresentable, Hashable, Codable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an identifier.
  ///
  /// - Parameter rawValue: any name.
  public init(rawValue: String) { self.rawValue = rawValue }
}
