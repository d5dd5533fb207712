// SPDX-License-Identifier: MIT

/// An action and the moment it happened: what a reducer takes, and one line of a history.
///
/// The moment is the reducers' only source of time.
public struct Timed<Action> {
  /// What happened.
  public var action: Action
  /// When it happened.
  public var now: WallTime

  /// Joins an action with its moment.
  ///
  /// - Parameters:
  ///   - action: what happened.
  ///   - now: when it happened.
  public init(_ action: Action, now: WallTime) {
    self.action = action
    self.now = now
  }
}

extension Timed: Sendable where Action: Sendable {}
extension Timed: Equatable where Action: Equatable {}
extension Timed: Hashable where Action: Hashable {}
extension Timed: Encodable where Action: Encodable {}
extension Timed: Decodable where Action: Decodable {}
