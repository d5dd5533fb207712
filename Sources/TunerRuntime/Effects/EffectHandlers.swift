// SPDX-License-Identifier: MIT

public import Acoustics
public import TunerState

/// The audio input of a tuner: a live session or a test script.
///
/// All calls come from one thread, one at a time, and may block it. Only the observer is called
/// from other threads.
public protocol AudioProcessing: Sendable {
  /// True while samples are captured.
  var isRunning: Bool { get }

  /// Starts to listen, and returns when the session runs.
  ///
  /// - Throws: `AudioError`; no session runs then.
  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError)

  /// Sends `observer` every result since the start, and the end of the session.
  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void)

  /// Stops the delivery of events.
  func stopObserving()

  /// Stops listening and releases the device: no event arrives after it has returned.
  func stop()

  /// Compares pitches with another target from now on; has no effect while stopped.
  ///
  /// - Throws: `AudioError`; the session keeps its previous target.
  func retarget(_ target: TunerTarget) throws(AudioError)

  /// Emits results at another rate from now on; has no effect while stopped.
  func setUpdateRate(_ rate: UpdateRate)
}

/// Feedback to a player without a screen that a string is in tune.
public protocol Feedback: Sendable {
  /// Gives one signal, and may block until it ends.
  ///
  /// - Parameter style: the kind of signal; never `none`.
  func give(_ style: FeedbackStyle)
}

/// Feedback without effect, for programs whose output another program reads.
public struct NoFeedback: Feedback {
  /// Makes the value.
  public init() {}

  /// Does nothing.
  ///
  /// - Parameter style: the kind of sign.
  public func give(_ style: FeedbackStyle) {}
}

/// The clock of a session: the system's clock, or a clock that a test controls.
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
  /// - Parameter cancel: cancels the call; has no effect after the call.
  public init(cancel: @escaping @Sendable () -> Void) { cancelling = cancel }

  /// Cancels the call unless it is already running.
  public func cancel() { cancelling() }
}
