// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

extension StrumEngine {
  // | name  | unit  | source                                                                      |
  // | ----- | ----- | --------------------------------------------------------------------------- |
  // | least | 1     | −20 dB; peaks of recorded mixtures are louder in 2 of 1000 readings, those  |
  // |       |       | of a fretted note alone in one of six (0203)                                |
  // | score | –     | ln of a power ratio: a peak that noise seldom has; the same source          |
  // | reach | cents | the error of a note that a string outside its range follows                 |
  /// The least power of a lower note, over that of the string.
  private static let least = 0.01
  /// The score at the odd multiples of half the frequency, above which a peak there is a note.
  private static let score = 2.0
  private static let reach = 30.0

  /// The number of strings that sound within their range, and are of no lower note.
  ///
  /// A chord may hold a string and the note an octave lower, so `isOfLowerNote(_:)` counts only
  /// while fewer than two other strings sound.
  var independentCount: Int {
    var count = 0
    for index in strings.indices {
      let measured = fits.newest[index]
      guard measured.odds >= StrumDecision.soundingOdds, !isOutOfRange(index),
        !isOfLowerNote(index)
      else { continue }
      count += 1
    }
    return count
  }

  private func isOutOfRange(_ index: Int) -> Bool {
    let deviation = CentRatio.cents(of: fits.newest[index].frequency / strings[index].target)
    return abs(deviation) > strings[index].range - StrumDecision.edge
  }

  /// Checks whether the partials of a string may be the even ones of a note an octave lower.
  ///
  /// A fretted G2 has those of an open G3. Its first partial lies where no string of the tuning
  /// sounds: either no string explains it, or one that left its range does.
  ///
  /// - Parameter index: a string that the present window has measured.
  /// - Returns: true if they may.
  func isOfLowerNote(_ index: Int) -> Bool {
    let measured = fits.newest[index]
    guard measured.significantCount > 0 else { return false }
    let half = measured.fittedFrequency / 2
    var isInRange = false
    for other in strings.indices where other != index {
      let note = fits.newest[other]
      if abs(CentRatio.cents(of: half / strings[other].target)) <= strings[other].range {
        isInRange = true
      }
      guard note.significantCount > 0, note.power > Self.least * measured.power,
        isOutOfRange(other)
      else { continue }
      if abs(CentRatio.cents(of: note.frequency / half)) < Self.reach { return true }
    }
    return !isInRange && measured.between.halves > Self.score
      && measured.between.half > Self.least * measured.power
  }
}
