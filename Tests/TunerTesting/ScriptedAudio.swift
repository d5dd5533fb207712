// SPDX-License-Identifier: MIT

package import Acoustics
import Foundation
import Synchronization
package import TunerRuntime
package import TunerState
package import Tuning

/// Audio under the control of a test: its start succeeds, fails or waits, and it emits given
/// events.
package final class ScriptedAudio: AudioProcessing {
  /// The calls.
  package enum Call: Hashable, Sendable {
    case start, observe, stopObserving, stop
    case retarget(TunerTarget)
    case setUpdateRate(UpdateRate)
  }

  private struct State {
    var calls: [Call] = []
    var startError: AudioError?
    var retargetError: AudioError?
    var isRunning = false
    var observer: (@Sendable (SessionEvent) -> Void)?
    var lastObserver: (@Sendable (SessionEvent) -> Void)?
  }

  private let state = Mutex(State())
  private let gate: DispatchSemaphore?
  private let arrived = DispatchSemaphore(value: 0)

  /// Makes audio whose starts succeed.
  ///
  /// - Parameter holdsStart: whether a start waits for `releaseStart`.
  package init(holdsStart: Bool = false) { gate = holdsStart ? DispatchSemaphore(value: 0) : nil }

  /// The calls, in order.
  package var calls: [Call] { state.withLock { $0.calls } }

  /// The errors of the next starts; `nil` for success.
  package var startError: AudioError? {
    get { state.withLock { $0.startError } }
    set { state.withLock { $0.startError = newValue } }
  }

  /// The error of the next changes of the target; `nil` for success.
  package var retargetError: AudioError? {
    get { state.withLock { $0.retargetError } }
    set { state.withLock { $0.retargetError = newValue } }
  }

  package var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Returns when a start is under way.
  package func awaitStart() { arrived.wait() }

  /// Lets a start that waits go on.
  package func releaseStart() { gate?.signal() }

  package func start(target: TunerTarget, updateRate: UpdateRate) throws(AudioError) {
    state.withLock { $0.calls.append(.start) }
    arrived.signal()
    gate?.wait()
    if let error = startError { throw error }
    state.withLock { $0.isRunning = true }
  }

  package func observePitchResults(_ observer: @escaping @Sendable (SessionEvent) -> Void) {
    state.withLock { state in
      state.calls.append(.observe)
      state.observer = observer
      state.lastObserver = observer
    }
  }

  package func stopObserving() {
    state.withLock { state in
      state.calls.append(.stopObserving)
      state.observer = nil
    }
  }

  package func stop() {
    state.withLock { state in
      state.calls.append(.stop)
      state.isRunning = false
      state.observer = nil
    }
  }

  package func retarget(_ target: TunerTarget) throws(AudioError) {
    state.withLock { $0.calls.append(.retarget(target)) }
    if let error = retargetError { throw error }
  }

  package func setUpdateRate(_ rate: UpdateRate) {
    state.withLock { $0.calls.append(.setUpdateRate(rate)) }
  }

  /// Emits a result, if there is an observer.
  package func emit(_ result: PitchResult) { tell(.result(Emission(result, at: .now))) }

  /// Emits any event, if there is an observer.
  package func tell(_ event: SessionEvent) { state.withLock { $0.observer }?(event) }

  /// Releases the last observer.
  package func dropObserver() { state.withLock { $0.lastObserver = nil } }

  /// Emits a result to the last observer after the end of its observation, as a delayed result
  /// would be.
  package func emitLate(_ result: PitchResult) {
    state.withLock { $0.lastObserver }?(.result(Emission(result, at: .now)))
  }
}
