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
/// first of them. A string that sounds in at least half of them sounds in the stroke. So does one
/// that sounds in at least half of the answered updates after that, for half a second or more. A
/// string that is silent in more than half of the first ones is silent. Any other string is unclear.
///
/// The reading of a sounding string is the mean of its readings from 0.9 to 4 seconds after the
/// first answered update, weighted by the inverse of their sigmas: by then the glide of the pluck is
/// over. Its sigma is the standard deviation of these readings about the mean, joined with their own
/// sigma, so it includes the wander of the string. A string without such a reading has the last one
/// whose sigma is at most twice the smallest.
package struct StrokeFinder {
  // | name      | unit | source                                                           |
  // | --------- | ---- | ---------------------------------------------------------------- |
  // | answered  | s    | the engine's longest window is filled 1.1 s after the last onset |
  // | tolerated | 1    | a sigma over the smallest; set, not fitted                       |
  // | grace     | s    | longest time for which a ringing string may be unclear; set      |
  // | steady    | s    | time after the first answer from which readings are averaged, of |
  // |           |      | 0.4 to 1 on recorded mixtures, and up to which: later, the noise |
  // |           |      | of a room moves the reading of a fading string; set              |
  // | late      | s    | least time for which a string sounds that was not heard at first |
  private static let answered = 1.2
  private static let tolerated = 2.0
  private static let grace = 0.5
  private static let steady = 0.9...4.0
  private static let late = 0.5

  /// The updates of one string in a stroke.
  private struct Tally {
    var soundingCount = 0
    var silentCount = 0
    var lateCount = 0
    private var smallest = Double.infinity
    private var chosen: StringReading?
    private var mean = ReadingMean()

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
    ///
    /// - Parameters:
    ///   - reading: the reading of an update.
    ///   - isSteady: true if the mean includes it.
    mutating func choose(_ reading: StringReading, isSteady: Bool) {
      guard reading.state == .sounding, let sigma = reading.sigma?.value else { return }
      smallest = min(smallest, sigma)
      if sigma <= StrokeFinder.tolerated * smallest { chosen = reading }
      if isSteady { mean.add(reading) }
    }

    /// Returns the reading of a stroke.
    ///
    /// - Parameters:
    ///   - count: the number of answered updates.
    ///   - later: the number of those after the first 1.2 s; 0 if they are less than half a second.
    /// - Returns: the mean reading of a string that sounds; only the state of any other.
    func reading(of count: Int, later: Int) -> StringReading {
      let isHeard = 2 * soundingCount >= count || (later > 0 && 2 * lateCount >= later)
      if isHeard, let chosen { return mean.reading(like: chosen) }
      return .unmeasured(2 * silentCount > count ? .silent : .unclear)
    }
  }

  private let stringCount: Int
  private let answeredCount: Int64
  private let graceCount: Int64
  private let steadyCounts: ClosedRange<Int64>
  private let lateCount: Int64
  private var start: SamplePosition?
  private var firstAnswer: SamplePosition?
  private var lastSounding = SamplePosition.start
  private var updateCount = 0
  private var laterCount = 0
  private var firstLater: SamplePosition?
  private var lastLater = SamplePosition.start
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
    steadyCounts =
      Int64(
        Self.steady.lowerBound * Double(sampleRate.hertz))...Int64(
        Self.steady.upperBound * Double(sampleRate.hertz))
    lateCount = Int64(Self.late * Double(sampleRate.hertz))
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
    count(update, after: update.position.distance(from: first))
    if !isSettled,
      update.position.distance(from: first) >= answeredCount
        || update.position.distance(from: lastSounding) > graceCount
    {
      isSettled = true
      settled = stroke(until: nil)
    }
    return ended
  }

  /// Counts an update a number of samples after the first answered one.
  private mutating func count(_ update: StrumUpdate, after samples: Int64) {
    guard samples <= steadyCounts.upperBound else { return }
    for (index, reading) in update.readings.enumerated() {
      tallies[index].choose(reading, isSteady: samples >= steadyCounts.lowerBound)
    }
    guard update.isSounding else { return }
    if samples <= answeredCount {
      updateCount += 1
      for (index, reading) in update.readings.enumerated() { tallies[index].count(reading) }
    } else {
      laterCount += 1
      firstLater = firstLater ?? update.position
      lastLater = update.position
      for (index, reading) in update.readings.enumerated() where reading.state == .sounding {
        tallies[index].lateCount += 1
      }
    }
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
      (updateCount, laterCount, firstLater) = (0, 0, nil)
      tallies = Array(repeating: Tally(), count: stringCount)
    }
    return stroke(until: next)
  }

  private func stroke(until next: SamplePosition?) -> Stroke? {
    guard let start, firstAnswer != nil else { return nil }
    let lasts = firstLater.map { lastLater.distance(from: $0) >= lateCount } ?? false
    return Stroke(
      start: start, end: max(start, min(lastSounding, next ?? lastSounding)),
      readings: tallies.map { $0.reading(of: updateCount, later: lasts ? laterCount : 0) })
  }
}
