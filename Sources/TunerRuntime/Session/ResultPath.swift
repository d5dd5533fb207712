// SPDX-License-Identifier: MIT

internal import AudioInput
internal import Synchronization
public import TunerState

/// The way from an analysis thread to an observer by itself, as every session has it: for measuring.
///
/// One thread posts; the observer is called on a thread of the path's own.
public final class ResultPath: Sendable {
  private let control: SessionControl
  private let thread: SystemThread

  /// Makes a path, and starts its thread.
  ///
  /// - Parameters:
  ///   - isRealTime: whether real-time priority is asked for.
  ///   - observer: called for one event after another.
  /// - Throws: `AudioError.unknown` if the system has no thread left.
  public init(
    isRealTime: Bool, observer: @escaping @Sendable (SessionEvent) -> Void
  ) throws(AudioError) {
    let control = SessionControl(
      ring: SampleRing(minimumCapacity: 1), tap: nil, isRealTime: isRealTime)
    control.observer.withLock { $0 = .present(observer) }
    guard let thread = SystemThread({ DeliveryWork.run(control) }) else {
      throw .unknown(description: "The system has no thread left. Close other programs.")
    }
    self.control = control
    self.thread = thread
  }

  /// Asks for the priority of an analysis thread for the calling thread.
  ///
  /// - Returns: whether the system agreed.
  public static func requestAnalysisPriority() -> Bool { RealTimePriority.analysis.request() }

  /// Hands an emission over, as the analysis thread does: neither locks, waits nor allocates.
  ///
  /// - Parameter emission: what is handed over.
  public func post(_ emission: Emission) { control.emissions.post(emission) }

  /// Returns when all that was posted is delivered, and the thread has ended.
  public func close() {
    control.emissions.close()
    thread.join()
  }
}
