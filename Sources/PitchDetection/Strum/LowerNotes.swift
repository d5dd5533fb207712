// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Notes an octave below a string.
///
/// A fretted G2 has the partials of an open G3 as its even ones. Its first partial lies where no
/// string of the tuning sounds: either no string explains it, or one that left its range does.
///
/// Source: docs/decisions/0203-a-note-an-octave-lower.md.
enum LowerNotes {
  // | name       | unit  | meaning                                  | source                       |
  // | ---------- | ----- | ---------------------------------------- | ---------------------------- |
  // | leastPower | 1     | least power of a lower note, over that   | −20 dB: 2 of 1000 readings   |
  // |            |       | of the string                            | of recorded mixtures have    |
  // |            |       |                                          | such a peak, a sixth of      |
  // |            |       |                                          | those of a fretted note do   |
  // | leastScore | ln    | least score at the odd multiples of half | the same recordings          |
  // |            |       | the frequency, of a power ratio          |                              |
  // | reach      | cents | largest distance of a string outside its | chosen                       |
  // |            |       | range from the note that it follows      |                              |
  private static let leastPower = 0.01
  private static let leastScore = 2.0
  private static let reach = 30.0

  /// Marks the strings whose partials may be those of a note an octave lower.
  ///
  /// A chord may hold a string and the note an octave lower. No string is marked therefore if two
  /// others sound within their ranges.
  ///
  /// - Parameters:
  ///   - measurements: the measurements of the strings.
  ///   - strings: the strings, in the order of the measurements.
  static func mark(
    _ measurements: inout FixedArray<StrumMeasurement>, of strings: [SearchedString]
  ) {
    var soundingCount = 0
    for index in strings.indices {
      measurements[index].isOfLowerNote = isOfLowerNote(index, in: measurements, of: strings)
      let measured = measurements[index]
      let isSounding = measured.odds >= StrumDecision.soundingOdds
      if isSounding, !isOutOfRange(measured, of: strings[index]), !measured.isOfLowerNote {
        soundingCount += 1
      }
    }
    guard soundingCount >= StrumDecision.soundingCount else { return }
    for index in strings.indices { measurements[index].isOfLowerNote = false }
  }

  private static func isOfLowerNote(
    _ index: Int, in measurements: borrowing FixedArray<StrumMeasurement>,
    of strings: [SearchedString]
  ) -> Bool {
    let measured = measurements[index]
    guard measured.significantCount > 0 else { return false }
    let half = measured.fittedFrequency / 2
    var isInRange = false
    for other in strings.indices where other != index {
      let note = measurements[other]
      if abs(CentRatio.cents(of: half / strings[other].target)) <= strings[other].range {
        isInRange = true
      }
      guard note.significantCount > 0, note.power > leastPower * measured.power,
        isOutOfRange(note, of: strings[other])
      else { continue }
      if abs(CentRatio.cents(of: note.frequency / half)) < reach { return true }
    }
    return !isInRange && measured.between.halves > leastScore
      && measured.between.halfPower > leastPower * measured.power
  }

  private static func isOutOfRange(
    _ measured: StrumMeasurement, of string: SearchedString
  ) -> Bool {
    let deviation = CentRatio.cents(of: measured.frequency / string.target)
    return abs(deviation) > string.range - StrumDecision.edge
  }
}
