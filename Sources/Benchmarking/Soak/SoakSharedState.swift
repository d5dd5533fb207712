// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Foundation
internal import Synchronization
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// The state that the threads of an episode share: the tally, and the stall of the reader.
final class SoakSharedState: Sendable {
  /// The number of updates after which a stalled reader misses results: more than the queue holds.
  static let stallCount = 300

  private struct State {
    var tally: SoakTally
    var beginning = Duration.zero
    /// The range of samples in which an event outside the stream happened.
    var disturbed: ClosedRange<Int>?
    /// The number of results that were emitted, dropped ones included, when the reader was told to
    /// stall.
    var stalledFrom: Int?
    /// True if the fault of the episode could not be caused.
    var hasMissedFault = false
  }

  private let state: Mutex<State>

  init(_ tally: SoakTally) { state = Mutex(State(tally: tally)) }

  var tally: SoakTally { state.withLock { $0.tally } }
  var beginning: Duration { state.withLock { $0.beginning } }
  var isStalling: Bool { state.withLock { $0.stalledFrom != nil } }

  /// Records the time of the first sample and returns it.
  func begin(at clock: SystemClock) -> Duration {
    state.withLock { state in
      state.beginning = clock.now
      return state.beginning
    }
  }

  var hasMissedFault: Bool { state.withLock { $0.hasMissedFault } }

  func missFault() { state.withLock { $0.hasMissedFault = true } }
  func disturb(at place: Int) { state.withLock { $0.disturbed = place...place } }
  func stall(from count: Int) { state.withLock { $0.stalledFrom = count } }

  /// Returns at once; if the reader was told to stall, blocks until `isEnough` returns true.
  ///
  /// - Parameters:
  ///   - place: the current sample of the stream.
  ///   - isEnough: true if the stall was long enough.
  func stall(at place: () -> Int, _ isEnough: (_ from: Int) -> Bool) {
    guard let from = state.withLock({ $0.stalledFrom }) else { return }
    while !isEnough(from) { usleep(500) }
    let end = place()
    state.withLock { state in
      state.stalledFrom = nil
      state.disturbed = state.disturbed.map { $0.lowerBound...max(end, $0.lowerBound) }
    }
  }

  /// Returns true if the reader stalled early enough for results to be dropped.
  func expectsDrops(_ fault: SoakFault) -> Bool {
    guard fault == .slowReader else { return false }
    return state.withLock { state in
      state.disturbed.map { state.tally.isFarFromEnd($0.lowerBound, updates: 2 * Self.stallCount) }
        ?? false
    }
  }

  /// Tallies a result.
  ///
  /// - Parameters:
  ///   - result: the result.
  ///   - view: the state after it.
  ///   - truth: the pitch that must be read; `nil` when none is required.
  ///   - lateness: seconds after its last sample; `nil` without a pace, or when that sample itself
  ///     was late.
  ///   - rate: samples a second.
  func take(
    _ result: PitchResult, _ view: TunerView, truth: Hertz?, lateness: Double?, rate: SampleRate
  ) {
    let place = Int(result.timestamp.samples)
    state.withLock { state in
      // An event outside the stream may delay results for five more seconds.
      let isExcused =
        state.disturbed.map {
          ($0.lowerBound - rate.hertz...$0.upperBound + 5 * rate.hertz).contains(place)
        } ?? false
      state.tally.take(result, view, truth: truth, lateness: lateness, isExcused: isExcused)
    }
  }
}
