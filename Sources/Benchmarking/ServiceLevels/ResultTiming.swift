// SPDX-License-Identifier: MIT

internal import Dispatch
internal import SignalProcessing
internal import Synchronization
internal import TunerPipeline
internal import TunerRuntime
internal import TunerState

/// The times of results from their emission to the state that an observer reads.
///
/// An empty action is posted just before each result. It takes the same path and does nothing. So a
/// stall of the machine delays both, and slow code of this package delays only the result.
final class ResultTiming: Sendable {
  private struct Arrival {
    var time = MonotonicTime(nanoseconds: 0)
    var processor = 0.0
  }

  private let arrivals = Mutex<(control: Arrival, result: Arrival)>((Arrival(), Arrival()))
  private let arrived = DispatchSemaphore(value: 0)
  private let store: TunerStore

  /// Prepares a store that listens.
  ///
  /// - Parameter target: the mode of the target.
  init(target: TargetMode) {
    store = TunerStore(
      audio: ResultlessAudio(), settings: EmptyRepository(), tunings: EmptyRepository())
    store.send(.setTargetMode(target))
    store.send(.startListening)
    store.settle()
  }

  /// Opens a path to the store, which `close` ends.
  func open() throws -> ResultPath { try ResultPath(isRealTime: true) { self.receive($0) } }

  /// Ends a path and the store.
  func close(_ path: ResultPath) {
    path.close()
    store.shutdown()
  }

  /// Emits a result and waits for its state.
  ///
  /// - Parameters:
  ///   - path: the path to the store.
  ///   - cost: receives the times from the emission on.
  ///   - emission: makes the emission at a time.
  /// - Returns: the time of the emission.
  func emit(
    through path: ResultPath, into cost: inout UpdateCost, _ emission: (MonotonicTime) -> Emission
  ) -> MonotonicTime {
    let processor = ThreadTime.now
    let emitted = MonotonicTime.now
    path.post(Emission(nil, at: emitted))
    path.post(emission(emitted))
    let posted = ThreadTime.now - processor
    arrived.wait()
    let (control, state) = arrivals.withLock { $0 }
    cost.control = Self.seconds(control.time, emitted)
    cost.state = Self.seconds(state.time, emitted)
    cost.stateProcessor = posted + state.processor
    return emitted
  }

  private func receive(_ event: SessionEvent) {
    guard case .result(let emission) = event else { return }
    let before = ThreadTime.now
    store.receive(event)
    let time = MonotonicTime.now
    let arrival = Arrival(time: time, processor: ThreadTime.now - before)
    let isResult = emission.result != nil || emission.strum != nil
    arrivals.withLock { if isResult { $0.result = arrival } else { $0.control = arrival } }
    if isResult { arrived.signal() }
  }

  /// Returns the seconds between two times.
  static func seconds(_ later: MonotonicTime, _ earlier: MonotonicTime) -> Double {
    Double(later.nanoseconds - earlier.nanoseconds) * 1e-9
  }
}
