// SPDX-License-Identifier: MIT

public import Acoustics
public import TunerState

/// What hears for a tuner: the live session, or a script.
///
/// Calls come one after another, from one thread that may wait. Only the observer is called from
/// others.
public protocol AudioProcessing: Sendable {
  /// Whether samples are being taken in.
  var isRunning: Bool { get }

  /// Starts to listen, and returns when it runs.
  ///
  /// - Parameters:
  ///   - target: what pitches are compared with.
  ///   - updateRate: how often a result is due.
  /// - Throws: `AudioError`; nothing runs then.
  func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError)

  /// Tells `observer` every result since the start, and the end.
  ///
  /// - Parameter observer: called for one event after another.
  func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void)

  /// Tells nobody any more.
  func stopObserving()

  /// Stops listening and releases the device: no event arrives after it has returned.
  func stop()

  /// Compares with something else from now on; nothing happens while it is stopped.
  ///
  /// - Parameter target: what pitches are compared with.
  func retarget(_ target: TunerTarget)

  /// Emits results this often from now on; nothing happens while it is stopped.
  ///
  /// - Parameter rate: how often a result is due.
  func setUpdateRate(_ rate: UpdateRate)
}
