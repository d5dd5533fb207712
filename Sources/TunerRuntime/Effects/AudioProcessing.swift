// SPDX-License-Identifier: MIT

public import Acoustics
public import TunerState

/// The audio input of a tuner: a live session or a test script.
///
/// Calls come one after another from one thread, which may wait. Only the observer is called from
/// other threads.
public protocol AudioProcessing: Sendable {
  /// True while samples are captured.
  var isRunning: Bool { get }

  /// Starts to listen, and returns when the session runs.
  ///
  /// - Throws: `AudioError`; no session runs then.
  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError)

  /// Sends `observer` every result since the start, and the end.
  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void)

  /// Stops the delivery of events.
  func stopObserving()

  /// Stops listening and releases the device: no event arrives after it has returned.
  func stop()

  /// Compares pitches with another target from now on; without effect while stopped.
  func retarget(_ target: TunerTarget)

  /// Emits results at another rate from now on; without effect while stopped.
  func setUpdateRate(_ rate: UpdateRate)
}
