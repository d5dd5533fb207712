// SPDX-License-Identifier: MIT

/// An action and the moment it happened: what a reducer takes, and one line of a history.
///
/// Moment and uptime are the reducers' only source of time.
public struct Timed<Action> {
  /// What happened.
  public var action: Action
  /// When it happened.
  public var now: WallTime
  /// What a clock says that nobody sets, such as one that counts from the machine's start, in
  /// milliseconds; `nil` where there is none.
  public var uptimeInMilliseconds: Int64?

  /// Joins an action with its moment.
  ///
  /// - Parameters:
  ///   - action: what happened.
  ///   - now: when it happened.
  ///   - uptimeInMilliseconds: what a clock says that nobody sets; it may begin anew at any time.
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
