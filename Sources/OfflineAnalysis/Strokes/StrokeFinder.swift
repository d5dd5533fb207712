// SPDX-License-Identifier: MIT

package import Acoustics
internal import PitchDetection

/// Divides the updates of a recording into strokes, and chooses one reading for each string and
/// stroke.
///
/// A stroke begins at an onset of the engine and lasts until the next one. It counts only if a
/// string sounds, so a tap on the body or a burst of noise is not a stroke.
///
/// The answered updates of a stroke are the updates in which a string sounds, up to 1.2 s after the
/// first of them. A string that sounds in at least half of them sounds in the stroke. A string that
/// is silent in more than half of them is silent. Any other string is unclear.
///
/// The reading of a sounding string is the last one within four seconds whose sigma is at most
/// twice the smallest: by then the glide of the pluck is over.
package struct StrokeFinder {
  // | name      | unit | source                                                           |
  // | --------- | ---- | ---------------------------------------------------------------- |
  // | answered  | s    | the engine's longest window is filled 1.1 s after the last onset |
  // | tolerated | 1    | a sigma over the smallest; set, not fitted                       |
  // | grace     | s    | longest time for which a ringing string may be unclear; set      |
  // | steady    | s    | time after the first answer in which a reading is chosen: later, |
  // |           |      | the noise of a room moves the reading of a fading string; set    |
  private static let answered = 1.2
  private static let tolerated = 2.0
  private static let grace = 0.5
  private static let steady = 4.0

  /// The updates of one string in a stroke.
  private struct Tally {
    var soundingCount = 0
    var silentCount = 0
    private var smallest = Double.infinity
    private var chosen: StringReading?

    /// Counts the reading of an answered update.
    mutating func count(_ reading: StringReading) {
      switch reading.state {
      case .silent: silentCount += 1
      case .unclear: break
      case .sounding: soundingCount += 1
      }
    }

    /// Chooses a reading if it is better than the previous one.
    ///
    /// A reading that lowers the smallest sigma is always chosen, so the chosen one never exceeds
    /// the tolerated sigma.
    mutating func choose(_ reading: StringReading) {
      guard reading.state == .sounding, let sigma = reading.sigma?.value else { return }
      smallest = min(smallest, sigma)
      if sigma <= StrokeFinder.tolerated * smallest { chosen = reading }
    }

    /// Returns the reading of a stroke with a number of answered updates.
    func reading(of count: Int) -> StringReading {
      if 2 * soundingCount >= count, let chosen { return chosen }
      return .unmeasured(2 * silentCount > count ? .silent : .unclear)
    }
  }

  private let stringCount: Int
  private let answeredCount: Int64
  private let graceCount: Int64
  private let steadyCount: Int64
  private var start: SamplePosition?
  private var firstAnswer: SamplePosition?
  private var lastSounding = SamplePosition.start
  private var updateCount = 0
  private var tallies: [Tally]
  private var isSettled = false
  /// The newest stroke, in the update that completes its answered updates, or in which its strings
  /// have been silent for half a second; `nil` in every other update.
  ///
  /// A later reading may still replace one of its readings.
  private(set) var settled: Stroke?
  /// True if the stroke that ended last had already been reported as settled.
  private(set) var endedSettled = false

  /// Prepares for a recording.
  ///
  /// - Parameters:
  ///   - stringCount: the number of readings of each update.
  ///   - sampleRate: the rate of the positions.
  package init(stringCount: Int, sampleRate: SampleRate) {
    self.stringCount = stringCount
    answeredCount = Int64(Self.answered * Double(sampleRate.hertz))
    graceCount = Int64(Self.grace * Double(sampleRate.hertz))
    steadyCount = Int64(Self.steady * Double(sampleRate.hertz))
    tallies = Array(repeating: Tally(), count: stringCount)
  }

  /// Adds the next update.
  ///
  /// - Parameter update: updates in the order of their positions.
  /// - Returns: the previous stroke if this update belongs to a new one; `nil` otherwise.
  package mutating func append(_ update: StrumUpdate) -> Stroke? {
    var ended: Stroke?
    settled = nil
    if let onset = update.onsets?.lowerBound, onset != start {
      ended = end(at: onset)
      start = onset
    }
    guard start != nil, update.isSounding || firstAnswer != nil else { return ended }
    if update.isSounding { lastSounding = update.position }
    let first = firstAnswer ?? update.position
    firstAnswer = first
    if update.position.distance(from: first) <= steadyCount {
      for (index, reading) in update.readings.enumerated() { tallies[index].choose(reading) }
    }
    if update.position.distance(from: first) <= answeredCount, update.isSounding {
      updateCount += 1
      for (index, reading) in update.readings.enumerated() { tallies[index].count(reading) }
    }
    if !isSettled,
      update.position.distance(from: first) >= answeredCount
        || update.position.distance(from: lastSounding) > graceCount
    {
      isSettled = true
      settled = stroke(until: nil)
    }
    return ended
  }

  /// Ends the recording.
  ///
  /// - Returns: the last stroke; `nil` if there is none.
  package mutating func finish() -> Stroke? { end(at: nil) }

  private mutating func end(at next: SamplePosition?) -> Stroke? {
    defer {
      endedSettled = isSettled
      isSettled = false
      start = nil
      firstAnswer = nil
      updateCount = 0
      tallies = Array(repeating: Tally(), count: stringCount)
    }
    return stroke(until: next)
  }

  private func stroke(until next: SamplePosition?) -> Stroke? {
    guard let start, firstAnswer != nil else { return nil }
    return Stroke(
      start: start, end: max(start, min(lastSounding, next ?? lastSounding)),
      readings: tallies.map { $0.reading(of: updateCount) })
  }
}
