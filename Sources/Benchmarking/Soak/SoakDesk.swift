// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Foundation
internal import Synchronization
internal import TunerRuntime
internal import TunerState
internal import Tuning

/// What the threads of an episode share: the tally, and whether its reader stands still.
final class SoakDesk: Sendable {
  /// The results that a reader which stands still misses some of: more than are kept for it.
  static let stallCount = 300

  private struct State {
    var tally: SoakTally
    var beginning = Duration.zero
    /// The samples from which to which something happened beside the stream.
    var disturbed: ClosedRange<Int>?
    /// What was held when the reader was told to stand still.
    var stalledFrom: Int?
  }

  private let state: Mutex<State>

  init(_ tally: SoakTally) { state = Mutex(State(tally: tally)) }

  var tally: SoakTally { state.withLock { $0.tally } }
  var beginning: Duration { state.withLock { $0.beginning } }
  var isStalling: Bool { state.withLock { $0.stalledFrom != nil } }

  /// Notes when the first sample is; returns it.
  func begin(at clock: SystemClock) -> Duration {
    state.withLock { state in
      state.beginning = clock.now
      return state.beginning
    }
  }

  func disturb(at place: Int) { state.withLock { $0.disturbed = place...place } }
  func stall(from count: Int) { state.withLock { $0.stalledFrom = count } }

  /// Returns at once, or where the reader is to stand still when `isEnough` says so.
  ///
  /// - Parameters:
  ///   - place: the sample that the stream is at.
  ///   - isEnough: whether it has stood still for long enough.
  func waitOut(at place: () -> Int, _ isEnough: (_ from: Int) -> Bool) {
    guard let from = state.withLock({ $0.stalledFrom }) else { return }
    while !isEnough(from) { usleep(500) }
    let end = place()
    state.withLock { state in
      state.stalledFrom = nil
      state.disturbed = state.disturbed.map { $0.lowerBound...max(end, $0.lowerBound) }
    }
  }

  /// Whether the reader stood still early enough for results to be dropped.
  func isOpenEnded(_ fault: SoakFault) -> Bool {
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
  ///   - truth: the pitch that must be heard; `nil` where nothing is promised.
  ///   - lateness: seconds behind its last sample; `nil` without a pace, or where that sample was told
  ///     late itself.
  ///   - rate: samples a second.
  func take(
    _ result: PitchResult, _ view: TunerView, truth: Hertz?, lateness: Double?, rate: SampleRate
  ) {
    let place = Int(result.timestamp.samples)
    state.withLock { state in
      // What happened beside the stream may hold results up, and for five seconds more.
      let isExcused =
        state.disturbed.map {
          ($0.lowerBound - rate.hertz...$0.upperBound + 5 * rate.hertz).contains(place)
        } ?? false
      state.tally.take(result, view, truth: truth, lateness: lateness, isExcused: isExcused)
    }
  }
}
