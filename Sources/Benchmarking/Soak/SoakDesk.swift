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
    /// The sample at which something last happened beside the stream.
    var disturbed: Int?
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
  func disturb(at place: Int) { state.withLock { $0.disturbed = place } }
  func stall(from count: Int) { state.withLock { $0.stalledFrom = count } }

  /// Returns at once, or where the reader is to stand still when `isEnough` says so.
  func waitOut(_ isEnough: (_ from: Int) -> Bool) {
    guard let from = state.withLock({ $0.stalledFrom }) else { return }
    while !isEnough(from) { usleep(500) }
    state.withLock { $0.stalledFrom = nil }
  }

  /// Whether the reader stood still early enough for results to be dropped.
  func isOpenEnded(_ fault: SoakFault) -> Bool {
    guard fault == .slowReader else { return false }
    return state.withLock { state in
      state.disturbed.map { state.tally.isFarFromEnd($0, updates: 2 * Self.stallCount) } ?? false
    }
  }

  func take(
    _ result: PitchResult, _ view: TunerView, truth: Hertz?, lateness: Double?, rate: SampleRate
  ) {
    state.withLock { state in
      // What happened beside the stream may hold results up for five seconds.
      let since = state.disturbed.map { Int(result.timestamp.samples) - $0 }
      let isExcused = since.map { (-rate.hertz...(5 * rate.hertz)).contains($0) } ?? false
      state.tally.take(result, view, truth: truth, lateness: lateness, isExcused: isExcused)
    }
  }
}
