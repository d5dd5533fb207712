// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import PitchDetection

@Suite("A touched harmonic")
struct TouchedHarmonicTests {
  /// The answer for an open string of 110 Hz under its harmonic.
  ///
  /// Its odd partials are `damped` decibels against the even ones, and the first may be missing.
  /// The harmonic has lasted for `seconds`.
  private func isWeak(
    damped: Double, after seconds: Double, confidence: Double = 0.9, hasFirst: Bool = true,
    tracked: Double = 220
  ) throws -> Bool {
    let gain = pow(10, damped / 20)
    let amplitudes = (1...8).map { number in
      if number == 1, !hasFirst { return 0.0 }
      return number.isMultiple(of: 2) ? 0.1 : 0.1 * gain
    }
    let analysed = try AnalysedSpectrum(
      AnalysedSpectrum.string(first: 110, inharmonicity: 1e-4, amplitudes: amplitudes))
    var score = InharmonicComb.Score()
    (score.frequency, score.inharmonicity) = (110, 1e-4)
    return TouchedHarmonic.isWeakFraction(
      score, of: TrackedPitch(frequency: tracked, confidence: confidence, unbroken: seconds),
      in: analysed.peaks)
  }

  @Test("holds against an open string 25 dB below it once it has lasted")
  func holds() throws {
    #expect(try isWeak(damped: -25, after: 0.05))
    #expect(try !isWeak(damped: -25, after: 0.02))
  }

  @Test("holds though its comb is poor, and for 1.2 s")
  func holdsUncertain() throws {
    #expect(try isWeak(damped: -25, after: 0.05, confidence: 0.01))
    #expect(try isWeak(damped: -25, after: 1.1, confidence: 0.01))
    #expect(try !isWeak(damped: -25, after: 1.3, confidence: 0.1))
    #expect(try isWeak(damped: -25, after: 1.3, confidence: 0.3))
  }

  @Test("gives way to weaker partials the younger it is")
  func givesWay() throws {
    #expect(try !isWeak(damped: -14, after: 0.04))
    #expect(try isWeak(damped: -14, after: 0.1))
    #expect(try !isWeak(damped: -6, after: 0.1))
    #expect(try isWeak(damped: -6, after: 0.3))
    #expect(try !isWeak(damped: 0, after: 0.3))
  }

  @Test("is an octave error where the first partial of the string is missing")
  func missingFirst() throws {
    #expect(try !isWeak(damped: -6, after: 0.3, hasFirst: false))
  }

  /// A note whose lines lie among faint modes of a body, which form a comb of 110 Hz.
  @Test("is held like a note over a comb of body modes", arguments: [6, 7, 8, 9, 10, 11, 12])
  func bodyModes(divisor: Int) throws {
    func isWeak(_ damped: Double) throws -> Bool {
      let gain = pow(10, damped / 20)
      let amplitudes = (1...12).map { $0.isMultiple(of: divisor) ? 0.1 : 0.1 * gain }
      let analysed = try AnalysedSpectrum(
        AnalysedSpectrum.string(first: 110, inharmonicity: 1e-4, amplitudes: amplitudes))
      var score = InharmonicComb.Score()
      (score.frequency, score.inharmonicity) = (110, 1e-4)
      let tracked = TrackedPitch(
        frequency: 110 * Double(divisor), confidence: 0.9, unbroken: 0.3)
      return TouchedHarmonic.isWeakFraction(score, of: tracked, in: analysed.peaks)
    }
    #expect(try isWeak(-23))
    #expect(try !isWeak(0))
  }

  @Test("holds against parts only", arguments: [110.0, 165, 233, 1760])
  func parts(tracked: Double) throws {
    #expect(try !isWeak(damped: -25, after: 0.3, tracked: tracked))
  }
}
