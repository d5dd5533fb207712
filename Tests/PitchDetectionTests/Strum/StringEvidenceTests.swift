// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("The evidence that a string sounds")
struct StringEvidenceTests {
  /// A string with twelve clear partials that nothing else explains.
  private var clear: StrumMeasurement {
    var measured = StrumMeasurement()
    measured.significantCount = 12
    measured.divisor = 1
    (measured.sigma, measured.predictedSigma, measured.scatter) = (0.05, 0.05, 0.02)
    measured.score = 30
    for number in 1...12 { measured.series.add(number, logarithm: 8, isMasked: false) }
    measured.between = FractionPeaks(halves: -3, thirds: 0, fifths: 0)
    return measured
  }

  private func support(
    of measured: StrumMeasurement, after before: StrumMeasurement? = nil, seconds: Double = 0.6,
    isOfStroke: Bool = false
  ) -> Double {
    StringEvidence.support(of: measured, after: before, seconds: seconds, isOfStroke: isOfStroke)
  }

  private func odds(
    _ measured: StrumMeasurement, after before: Double? = nil, level: Double = 0
  ) -> Double {
    var measured = measured
    measured.level = level
    measured.support = support(of: measured, seconds: 0.34)
    return StringEvidence.odds(of: measured, after: before, target: 196)
  }

  /// The clear string in the update before, with its support and its log odds.
  private func heard() -> StrumMeasurement {
    var measured = clear
    measured.frequency = 196
    measured.support = support(of: measured, seconds: 0.34)
    measured.odds = odds(measured)
    return measured
  }

  /// The same string with two lines left, 10 dB fainter.
  private var decayed: StrumMeasurement {
    var measured = clear
    measured.frequency = 196
    (measured.significantCount, measured.series, measured.score) = (2, PartialSeries(), 5)
    measured.level = -10
    return measured
  }

  @Test("is sufficient for twelve clear partials, and insufficient without a line")
  func clearString() {
    #expect(odds(clear) > 3)
    #expect(odds(StrumMeasurement()) < -3)
  }

  @Test("falls with each sign of another note")
  func otherNotes() {
    let string = odds(clear)
    var octave = clear
    octave.series = PartialSeries()
    for number in 1...12 {
      octave.series.add(number, logarithm: number % 2 == 0 ? 8 : 0, isMasked: false)
    }
    octave.divisor = 2
    #expect(odds(octave) < string - 3)
    var second = clear
    second.between.halves = 12
    #expect(odds(second) < string - 2)
    var clearSecond = clear
    clearSecond.between.halves = 20
    #expect(odds(clearSecond) < odds(second) - 1)
    var third = clear
    third.between.thirds = 9
    #expect(odds(third) < string - 1)
    var fifth = clear
    fifth.between.fifths = 9
    #expect(odds(fifth) < string - 1)
  }

  @Test("falls for a faint string, a loose fit and a stray partial")
  func loose() {
    #expect(odds(clear, level: -40) < odds(clear) - 2)
    var loose = clear
    (loose.sigma, loose.scatter) = (20, 5)
    #expect(odds(loose) < odds(clear) - 1)
  }

  @Test("includes a bounded share of the previous update's evidence")
  func memory() {
    #expect(odds(clear, after: 4) > odds(clear, after: 0))
    #expect(odds(clear, after: 0) > odds(clear, after: -4))
    #expect(odds(clear, after: 1e9) == odds(clear, after: 6))
    #expect(odds(clear, after: nil) == odds(clear, after: 0))
  }

  @Test("keeps the support of a string that decays, while it is clear and its frequency stays")
  func decay() {
    let before = heard()
    var faint = decayed
    #expect(support(of: faint, after: nil) < before.support - 3)
    #expect(support(of: faint, after: before) == before.support)
    // Signs of another note are not part of the support.
    faint.between.halves = 20
    #expect(support(of: faint, after: before) == before.support)
    var other = faint
    other.frequency = 196 * 1.002  // 3.5 cents
    #expect(support(of: other, after: before) == support(of: other, after: nil))
    var doubtful = before
    doubtful.odds = 1.5
    #expect(support(of: faint, after: doubtful) == support(of: faint, after: nil))
  }

  @Test("keeps the support of a clear string of a stroke that moves, without signs of another note")
  func settling() {
    let before = heard()
    var faint = decayed
    faint.frequency = 196 * 1.005  // 8.6 cents
    let fresh = support(of: faint)
    #expect(support(of: faint, after: before, isOfStroke: true) == before.support)
    #expect(support(of: faint, after: before, isOfStroke: false) == fresh)
    var other = faint
    other.between.thirds = 9
    #expect(support(of: other, after: before, isOfStroke: true) == support(of: other))
    var far = faint
    far.frequency = 196 * 1.007  // 12 cents
    #expect(support(of: far, after: before, isOfStroke: true) == support(of: far))
  }

  @Test("keeps part of the support of a likely string in a noise, without signs of another note")
  func likely() {
    var before = heard()
    before.odds = 1.5
    let faint = decayed
    let fresh = support(of: faint, after: nil)
    #expect(abs(support(of: faint, after: before) - fresh - 1) < 1e-9)
    var slightly = before
    slightly.support = fresh + 0.5
    #expect(support(of: faint, after: slightly) == slightly.support)
    var other = faint
    other.between.thirds = 9
    #expect(support(of: other, after: before) == support(of: other, after: nil))
    var unlikely = before
    unlikely.odds = -0.5
    #expect(support(of: faint, after: unlikely) == fresh)
    var moved = faint
    moved.frequency = 196 * 1.002  // 3.5 cents
    #expect(support(of: moved, after: before) == fresh)
  }

  @Test("keeps the support of the stroke's likely updates, although the last one was unlikely")
  func earlier() {
    var before = heard()
    for _ in 0..<10 { before.earlier.add(before, window: 0.3, after: 0.05) }
    (before.odds, before.support) = (-2, 0)
    var faint = decayed
    faint.between.thirds = 9
    let fresh = support(of: faint)
    let kept = support(of: faint, after: before, isOfStroke: true)
    #expect(kept > fresh + 2)
    #expect(kept <= heard().support)
    #expect(support(of: faint, after: before, isOfStroke: false) == fresh)
    faint.frequency = 196 * 1.01  // 17 cents
    #expect(support(of: faint, after: before, isOfStroke: true) == fresh)
  }
}
