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
    (measured.sigma, measured.lawSigma, measured.scatter) = (0.05, 0.05, 0.02)
    measured.score = 30
    for number in 1...12 { measured.series.add(number, logarithm: 8) }
    measured.between = FractionPeaks(halves: -3, thirds: 0, fifths: 0)
    return measured
  }

  private func odds(
    _ measured: StrumMeasurement, after before: Double? = nil, level: Double = 0
  ) -> Double {
    StringEvidence.odds(of: measured, after: before, level: level, target: 196, seconds: 0.34)
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
    for number in 1...12 { octave.series.add(number, logarithm: number % 2 == 0 ? 8 : 0) }
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

  @Test("falls for a faint string, a loose law and a stray partial")
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
}
