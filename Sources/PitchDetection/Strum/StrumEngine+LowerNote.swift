// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Notes an octave below a string.
///
/// A fretted G2 has the partials of an open G3 as its even ones. Its first partial lies where no
/// string of the tuning sounds: either no string explains it, or one that left its range does.
///
/// Source: docs/decisions/0203-a-note-an-octave-lower.md.
extension StrumEngine {
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
  mutating func markLowerNotes() {
    var soundingCount = 0
    for index in strings.indices {
      fits.newest[index].isOfLowerNote = isOfLowerNote(index)
      let isSounding = fits.newest[index].odds >= StrumDecision.soundingOdds
      if isSounding, !isOutOfRange(index), !fits.newest[index].isOfLowerNote { soundingCount += 1 }
    }
    guard soundingCount >= StrumDecision.soundingCount else { return }
    for index in strings.indices { fits.newest[index].isOfLowerNote = false }
  }

  private func isOfLowerNote(_ index: Int) -> Bool {
    let measured = fits.newest[index]
    guard measured.significantCount > 0 else { return false }
    let half = measured.fittedFrequency / 2
    var isInRange = false
    for other in strings.indices where other != index {
      let note = fits.newest[other]
      if abs(CentRatio.cents(of: half / strings[other].target)) <= strings[other].range {
        isInRange = true
      }
      guard note.significantCount > 0, note.power > Self.leastPower * measured.power,
        isOutOfRange(other)
      else { continue }
      if abs(CentRatio.cents(of: note.frequency / half)) < Self.reach { return true }
    }
    return !isInRange && measured.between.halves > Self.leastScore
      && measured.between.halfPower > Self.leastPower * measured.power
  }

  private func isOutOfRange(_ index: Int) -> Bool {
    let deviation = CentRatio.cents(of: fits.newest[index].frequency / strings[index].target)
    return abs(deviation) > strings[index].range - StrumDecision.edge
  }
}
