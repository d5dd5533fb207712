// SPDX-License-Identifier: MIT

/// An action with its time: the input of a reducer, and an entry of a history.
///
/// The wall time and the uptime are the reducers' only source of time.
public struct Timed<Action> {
  /// The action.
  public var action: Action
  /// The wall time of the action.
  public var now: WallTime
  /// The reading of a clock that can't be set, such as the uptime, in milliseconds; `nil` without
  /// one.
  public var uptimeInMilliseconds: Int64?

  /// Combines an action with its time.
  ///
  /// - Parameters:
  ///   - action: the action.
  ///   - now: the wall time of the action.
  ///   - uptimeInMilliseconds: the reading of a clock that can't be set; it may restart at any
  ///     time.
  public init(_ action: Action, now: WallTime, uptimeInMilliseconds: Int64? = nil) {
    self.action = action
    self.now = now
    self.uptimeInMilliseconds = uptimeInMilliseconds
  }
}

extension Timed: Sendable where Action: Sendable {}
extension Timed: Equatable where Action: Equatable {}
extension Timed: Hashable where Action: Hashable {}
extension Timed: Encodable where Action: Encodable {}
extension Timed: Decodable where Action: Decodable {}
