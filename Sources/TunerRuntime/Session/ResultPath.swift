// SPDX-License-Identifier: MIT

internal import AudioInput
internal import Synchronization
package import TunerState

/// The path of results from an analysis thread to an observer without a session, for measurements.
///
/// One thread posts, and the path's own thread calls the observer.
package final class ResultPath: Sendable {
  private let control: SessionControl
  private let thread: SystemThread

  /// Makes a path, and starts its thread.
  ///
  /// - Parameters:
  ///   - isRealTime: true to request real-time priority.
  ///   - observer: called for one event at a time.
  /// - Throws: `AudioError.unknown` if the system can't start a thread, or has no descriptor left.
  package init(
    isRealTime: Bool, observer: @escaping @Sendable (SessionEvent) -> Void
  ) throws(AudioError) {
    let control = SessionControl(
      ring: SampleRing(minimumCapacity: 1), tap: nil, isRealTime: isRealTime)
    try control.checkDescriptors()
    control.observer.withLock { $0 = .present(observer) }
    guard let thread = SystemThread({ DeliveryWork.run(control) }) else {
      throw .unknown(description: "The system has no thread left. Close other programs.")
    }
    self.control = control
    self.thread = thread
  }

  /// Requests the priority of an analysis thread for the calling thread.
  ///
  /// - Returns: true if the system granted it.
  package static func requestAnalysisPriority() -> Bool { RealTimePriority.analysis.request() }

  /// Posts an emission as the analysis thread does, without locking, waiting or allocating.
  package func post(_ emission: Emission) { control.emissions.post(emission) }

  /// Returns when all emissions are delivered, and the thread has ended.
  package func close() {
    control.emissions.close()
    thread.join()
  }
}
