// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// Lower notes that may have the partials of a string.
///
/// A fretted G2 has the partials of an open G3 as its even ones. Its first partial lies where no
/// string of the tuning sounds: either no string explains it, or one that left its range does.
///
/// Every third partial of an E2 without stiffness is one of a B3. If all partials of a B3 lie there,
/// they may be those of E2. A body shifts partials of E2, too. A string whose odds are not high
/// therefore needs two partials that are not those of the lower one: the window separates them from
/// its partials, or finds both at almost the same frequency.
///
/// Sources: docs/decisions/0203-a-note-an-octave-lower.md,
/// docs/decisions/0206-partials-of-a-lower-string.md and
/// docs/decisions/0224-one-string-is-not-two.md.
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
  // | nearness   | bins  | largest distance of partials of two      | 0.2 to 0.5 hardly differ     |
  // |            |       | strings that a window does not separate  | (0206)                       |
  // | mostShift  | cents | largest distance of a string from the    | chosen                       |
  // |            |       | shifted partial of a lower one           |                              |
  // | separate   | bins  | distance of partials that a window       | 60 % of false readings, 3 %  |
  // |            |       | separates, though a body shifts one      | of those of two strings      |
  // |            |       |                                          | (0224)                       |
  // | leastOwn   | 1     | least number of partials that are not    | the same recordings          |
  // |            |       | those of the lower string                |                              |
  // | highOdds   | –     | log odds that need no such partials      | the same recordings          |
  private static let leastPower = 0.01
  private static let leastScore = 2.0
  private static let reach = 30.0
  private static let nearness = 0.3
  private static let mostShift = 60.0
  private static let separate = 1.2
  private static let leastOwn = 2
  private static let highOdds = 3.0

  /// Marks the strings whose partials may be those of a lower note.
  ///
  /// A chord may hold a string and such a note. No string is marked therefore if two others sound
  /// within their ranges, and not at the edge.
  ///
  /// - Parameters:
  ///   - measurements: the measurements of the strings.
  ///   - strings: the strings, in the order of the measurements.
  ///   - model: the fitted lines of the strings.
  ///   - seconds: the window's length.
  static func mark(
    _ measurements: inout FixedArray<StrumMeasurement>, of strings: [SearchedString],
    in model: borrowing StrumModel, seconds: Double
  ) {
    var soundingCount = 0
    for index in strings.indices {
      measurements[index].isOfLowerString = isOfLowerString(
        index, in: measurements, of: strings, model, seconds: seconds)
      measurements[index].isOfLowerNote =
        measurements[index].isOfLowerString
        || isOfLowerNote(index, in: measurements, of: strings)
      let measured = measurements[index]
      if measured.isSounding, !measured.isOfLowerNote,
        !strings[index].isAtEdge(measured.frequency)
      {
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
      if strings[other].isInRange(half) { isInRange = true }
      guard note.significantCount > 0, note.power > leastPower * measured.power,
        strings[other].isAtEdge(note.frequency)
      else { continue }
      if abs(CentRatio.cents(of: note.frequency / half)) < reach { return true }
    }
    return !isInRange && measured.between.halves > leastScore
      && measured.between.halfPower > leastPower * measured.power
  }

  /// Returns true if the partials of a string may be those of a lower one that sounds.
  ///
  /// All of them lie there if the first and the last do, because the distance between two stiff
  /// strings' partials is largest at one of these. A string with lower odds also needs `leastOwn`
  /// partials that a shift of the lower one's does not explain.
  private static func isOfLowerString(
    _ index: Int, in measurements: borrowing FixedArray<StrumMeasurement>,
    of strings: [SearchedString], _ model: borrowing StrumModel, seconds: Double
  ) -> Bool {
    let measured = measurements[index]
    guard measured.significantCount > 0 else { return false }
    for other in strings.indices where other != index {
      let lower = measurements[other]
      guard lower.isSounding, !strings[other].isAtEdge(lower.frequency)
      else { continue }
      let ratio = Int((measured.fittedFrequency / lower.fittedFrequency).rounded())
      guard ratio > 1 else { continue }
      func distance(atPartial number: Int) -> Double {
        abs(measured.partial(number) - lower.partial(ratio * number)) * seconds
      }
      // The fit of a short window does not predict partials beyond those that it has measured.
      let highest = max(1, min(measured.highest, lower.highest / ratio))
      if distance(atPartial: 1) < nearness, distance(atPartial: highest) < nearness {
        return true
      }
      let shift = CentRatio.cents(of: measured.fittedFrequency / lower.partial(ratio))
      if measured.odds < highOdds, abs(shift) < mostShift,
        ownCount(of: index, beside: other, ratio: ratio, in: model, seconds: seconds) < leastOwn
      {
        return true
      }
    }
    return false
  }

  /// Returns the number of significant partials of a string that are not those of a lower one.
  private static func ownCount(
    of string: Int, beside lower: Int, ratio: Int, in model: borrowing StrumModel, seconds: Double
  ) -> Int {
    let (own, others) = (model.lineRange(of: string), model.lineRange(of: lower))
    var count = 0
    for index in own where model.lines[index].isSignificant {
      let place = others.lowerBound + ratio * model.lines[index].number - 1
      // Nothing is known about partials that the model of the lower string lacks.
      guard place < others.upperBound else { break }
      let line = model.lines[place]
      let distance = abs(model.lines[index].frequency - line.frequency) * seconds
      if distance > separate || line.isSignificant { count += 1 }
    }
    return count
  }
}
