// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import PitchDetection

@Suite("The confidence and the state of a string")
struct StrumDecisionTests {
  private static let string = SearchedString.sorted([StrumString(target: Hertz(196))])[0]

  /// The confidence of a string whose log odds are 0.
  private func reading(
    sigma: Double, beside others: Int, inharmonicity: Double = 0, isOfLowerNote: Bool = false
  ) -> StringReading {
    var measured = StrumMeasurement()
    measured.inharmonicity = inharmonicity
    measured.frequency = 196.1
    (measured.sigma, measured.predictedSigma, measured.scatter) = (sigma, sigma, 0.1)
    (measured.significantCount, measured.evidence) = (6, 20)
    measured.odds = 0
    measured.isOfLowerNote = isOfLowerNote
    return StrumDecision.reading(
      measured, of: Self.string, seconds: 0.34, othersSounding: others, isAmongStrings: true)
  }

  @Test("takes the log odds as they are beside fewer than two strings that sound")
  func alone() {
    for sigma in [0.01, 1, 10] {
      #expect(abs(reading(sigma: sigma, beside: 1).confidence - 0.5) < 1e-12)
    }
  }

  @Test("reports no inharmonicity below 0, where a fit without stiffness scatters")
  func inharmonicity() {
    for (fitted, reported) in [(-1.5e-5, 0), (0, 0), (6e-5, 6e-5)] {
      let reading = reading(sigma: 1, beside: 2, inharmonicity: fitted)
      #expect(reading.inharmonicity == reported)
    }
  }

  @Test("is unclear where a lower note may explain the partials")
  func lowerNote() {
    #expect(reading(sigma: 0.1, beside: 2).state == .sounding)
    let reading = reading(sigma: 0.1, beside: 2, isOfLowerNote: true)
    #expect(reading.state == .unclear && reading.confidence < 0.7)
    #expect(reading.frequency == Hertz(196.1))
  }

  @Test("is unclear without lines in a short window, and silent in a longer one")
  func silent() {
    func state(_ seconds: Double) -> StringReading.State {
      StrumDecision.reading(
        StrumMeasurement(), of: Self.string, seconds: seconds, othersSounding: 2,
        isAmongStrings: true
      ).state
    }
    #expect(state(0.128) == .unclear && state(0.171) == .silent)
  }

  @Test("gives a precise reading beside others more confidence than an imprecise one")
  func precise() {
    func confidence(_ sigma: Double) -> Double { reading(sigma: sigma, beside: 2).confidence }
    // The range is 1.5 to 3.5 cents.
    #expect(confidence(0.01) == confidence(1.5))
    #expect(confidence(2) > confidence(3) + 0.02)
    #expect(confidence(3.5) == confidence(100))
    #expect(reading(sigma: 0.1, beside: 2).state == .sounding)
    #expect(reading(sigma: 10, beside: 2).state == .unclear)
  }
}
