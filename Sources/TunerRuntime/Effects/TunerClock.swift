// SPDX-License-Identifier: MIT

/// The time of a session, and whoever can wait for it: the system's, or a test's own.
public protocol TunerClock: Sendable {
  /// The time since the session began; never less than before.
  var now: Duration { get }

  /// Sleeps until `deadline`, or not at all if that is over.
  ///
  /// - Parameter deadline: a time of this clock.
  func wait(until deadline: Duration)

  /// Calls `body` once at `deadline`, on a thread of the clock's.
  ///
  /// - Parameters:
  ///   - deadline: a time of this clock; at once if it is over.
  ///   - body: what is called.
  /// - Returns: calls it off.
  func schedule(at deadline: Duration, _ body: @escaping @Sendable () -> Void) -> ScheduledCall
}

/// A call that a clock was asked for.
public struct ScheduledCall: Sendable {
  private let cancelling: @Sendable () -> Void

  /// Makes one.
  ///
  /// - Parameter cancel: calls it off; nothing happens if it came already.
  public init(cancel: @escaping @Sendable () -> Void) { cancelling = cancel }

  /// Calls it off, unless it is under way.
  public func cancel() { cancelling() }
}
