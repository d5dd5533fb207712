// SPDX-License-Identifier: MIT

internal import Acoustics
package import Tuning

/// Divides the updates of a recording into strokes, each with one reading for each string.
///
/// A stroke begins at an onset of the engine and lasts until the next one. It counts only if
/// strings were played, so a tap on the body, a burst of noise or a word is not a stroke.
/// `StrokeReadings` decides that, and chooses the readings.
package struct StrokeFinder {
  private let stringCount: Int
  private var readings: StrokeReadings
  private var start: SamplePosition?
  /// The newest stroke, in the update that settles it; `nil` in every other update.
  ///
  /// A later reading may still replace one of its readings.
  private(set) var settled: Stroke?
  /// True if the stroke that ended last had already been reported as settled.
  private(set) var endedSettled = false

  /// Prepares for a recording with a number of readings in each update.
  package init(stringCount: Int) {
    self.stringCount = stringCount
    readings = StrokeReadings(stringCount: stringCount)
  }

  /// Adds the next update.
  ///
  /// - Parameter result: updates in the order of their positions.
  /// - Returns: the previous stroke if this update belongs to a new one; `nil` otherwise.
  package mutating func append(_ result: StrumResult) -> Stroke? {
    var ended: Stroke?
    settled = nil
    if let onset = result.onsets?.lowerBound, onset != start {
      ended = end(at: onset)
      start = onset
    }
    guard start != nil else { return ended }
    let wasSettled = readings.isSettled
    readings.append(result)
    if readings.isSettled, !wasSettled { settled = stroke(until: nil) }
    return ended
  }

  /// Ends the recording.
  ///
  /// - Returns: the last stroke; `nil` if there is none.
  package mutating func finish() -> Stroke? { end(at: nil) }

  private mutating func end(at next: SamplePosition?) -> Stroke? {
    defer {
      endedSettled = readings.isSettled
      start = nil
      readings.begin()
    }
    return stroke(until: next)
  }

  private func stroke(until next: SamplePosition?) -> Stroke? {
    guard let start, readings.isPlayed, let last = readings.lastSounding else { return nil }
    return Stroke(
      start: start, end: max(start, min(last, next ?? last)),
      readings: (0..<stringCount).map { readings.reading(ofString: $0) })
  }
}
