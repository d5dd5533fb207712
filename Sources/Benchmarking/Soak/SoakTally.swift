// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerState
internal import Tuning

/// The counts of one episode, in constant memory.
struct SoakTally: Sendable {
  /// The results that arrived, and those that arrived after the next one was due.
  private(set) var arrived = 0
  private(set) var late = 0
  /// The results that are off the grid of updates, out of order, or contain NaN or infinity.
  private(set) var malformed = 0
  /// The results after which the state was not that of a listening tuner.
  private(set) var broken = 0
  /// The readings of a string that sounded alone, and those that were off by more than 3 cents.
  private(set) var readings = 0
  private(set) var wrong = 0
  /// The least lateness in the first and in the last tenth of the stream, in seconds.
  private(set) var firstLateness: Double?
  private(set) var lastLateness: Double?

  private let rate: SampleRate
  private let updates: UpdateRate
  private let count: Int
  private var next: Int64 = 1

  init(rate: SampleRate, updates: UpdateRate, count: Int) {
    self.rate = rate
    self.updates = updates
    self.count = count
  }

  /// The number of updates that are due in the stream.
  var due: Int {
    Int(updates.firstUpdate(after: SamplePosition(Int64(count)), at: rate)) - 1
  }

  /// Returns true if at least `needed` updates are due after a sample.
  func isFarFromEnd(_ place: Int, updates needed: Int) -> Bool {
    Double(count - place) / Double(rate.hertz) * updates.hertz > Double(needed)
  }

  /// Adds a result and the state after it.
  ///
  /// - Parameters:
  ///   - result: the result.
  ///   - view: the state after it.
  ///   - truth: the pitch that must be read; `nil` when none is required.
  ///   - lateness: seconds between the last sample it used and its state; `nil` without a pace.
  ///   - isExcused: true if it may be late.
  mutating func take(
    _ result: PitchResult, _ view: TunerView, truth: Hertz?, lateness: Double?, isExcused: Bool
  ) {
    arrived += 1
    // Dropped results leave holes, but those that arrive lie on the grid.
    while updates.position(ofUpdate: next, at: rate) < result.timestamp { next += 1 }
    let isDue = updates.position(ofUpdate: next, at: rate) == result.timestamp
    next += 1
    let numbers = [
      result.estimate?.frequency.value, result.cents?.value, result.level?.value,
      result.confidence,
    ]
    if !isDue || numbers.contains(where: { $0?.isFinite == false }) { malformed += 1 }
    // The first result may arrive before the start is acknowledged.
    let isHeard = view.phase == .listening || view.phase == .starting
    let shown = view.state.currentPitchResult?.timestamp ?? .start
    if !isHeard || view.state.error != nil || shown > result.timestamp { broken += 1 }
    if let truth {
      readings += 1
      let cents = result.estimate.map { $0.frequency.interval(above: truth).value }
      if cents.map({ abs($0) > 3 }) ?? true { wrong += 1 }
    }
    if let lateness { time(lateness, at: result.timestamp, isExcused: isExcused) }
  }

  private mutating func time(_ lateness: Double, at place: SamplePosition, isExcused: Bool) {
    if isExcused { return }
    if lateness > 1 / updates.hertz { late += 1 }
    if place.samples < count / 10 { firstLateness = min(firstLateness ?? .infinity, lateness) }
    if place.samples > count / 10 * 9 { lastLateness = min(lastLateness ?? .infinity, lateness) }
  }
}
