// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("The significances of a string's partials")
struct PartialSeriesTests {
  private func series(
    isMasked: (Int) -> Bool = { _ in false }, _ logarithm: (Int) -> Double
  ) -> PartialSeries {
    var series = PartialSeries()
    for number in 1...14 {
      series.add(number, logarithm: logarithm(number), isMasked: isMasked(number))
    }
    return series
  }

  @Test("have no excess of even ones where all are equal, and where odd ones are stronger")
  func equal() {
    #expect(series { _ in 6 }.evenExcess == 0)
    #expect(series { $0 % 2 == 1 ? 9 : 1 }.evenExcess == 0)
  }

  @Test("have the excess of the note an octave higher")
  func octave() {
    #expect(series { $0 % 2 == 0 ? 9 : 1 }.evenExcess == 8)
    // Partials above the eighth do not count.
    #expect(series { $0 % 2 == 0 && $0 > 8 ? 9 : 1 }.evenExcess == 0)
  }

  @Test("have no excess if other strings mask the odd partials that are missing")
  func masked() {
    let masked = series(isMasked: { $0 == 1 }) { $0 == 1 ? 0 : 9 }
    #expect(masked.evenExcess == 0)
    #expect(series { $0 == 1 ? 0 : 9 }.evenExcess == 9.0 / 4)
    // A masked partial still adds what is known of it.
    #expect(abs(masked.notMultiplesOf3 - 35) < 1e-12)
  }

  @Test("count no multiples of three up to the twelfth, and nothing below noise")
  func thirds() {
    #expect(series { $0 % 3 == 0 ? 9 : 2 }.notMultiplesOf3 == 0)
    // 1, 2, 4, 5, 7, 8, 10 and 11 over 2.2 nepers of noise.
    #expect(abs(series { _ in 3.2 }.notMultiplesOf3 - 8) < 1e-12)
    #expect(series { _ in 100 }.notMultiplesOf3 == 40)
  }
}
