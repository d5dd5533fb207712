// SPDX-License-Identifier: MIT

/// The clock of a session: the system's, or one that a test controls.
public protocol TunerClock: Sendable {
  /// The time since the session began, which never decreases.
  var now: Duration { get }

  /// Sleeps until `deadline`, or returns at once if it is past.
  func wait(until deadline: Duration)

  /// Calls `body` once at `deadline`, on a thread of the clock.
  ///
  /// - Parameters:
  ///   - deadline: a time of this clock; at once if it is past.
  ///   - body: the closure to call.
  /// - Returns: a handle that cancels the call.
  func schedule(at deadline: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall
}

/// A scheduled call that can be cancelled.
public struct ScheduledCall: Sendable {
  private let cancelling: @Sendable () -> Void

  /// Makes a handle.
  ///
  /// - Parameter cancel: cancels the call, without effect after it.
  public init(cancel: @escaping @Sendable () -> Void) { cancelling = cancel }

  /// Cancels the call unless it is already running.
  public func cancel() { cancelling() }
}
