// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Law of a string")
struct StringLawTests {
  private static let first = 110.2
  private static let inharmonicity = 9e-5

  private func frequency(_ number: Int) -> Double {
    let n = Double(number)
    let b = Self.inharmonicity
    return n * Self.first * ((1 + b * n * n) / (1 + b)).squareRoot()
  }

  /// Fits eight exact messages, one of them `outlier` cents off.
  private func fit(
    outlier: Double = 0, heard: ClosedRange<Int> = 1...8, rounds: Int = 6
  ) -> (law: StringLaw, priors: [Double]) {
    var law = StringLaw(
      first: 110, inharmonicity: 8e-5, typical: 8e-5, glideVariance: 1e-12)
    var lines = FixedArray(
      repeating: StrumLine(
        string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1e-12),
      count: 8)
    var points = FixedArray(repeating: LawPoint(), count: 8)
    let isShared = FixedArray(repeating: false, count: 8)
    for number in 1...8 {
      lines[number - 1] = StrumLine(
        string: 0, number: number, frequency: frequency(number),
        inharmonicitySigma: law.inharmonicitySigma, glideVariance: 1e-12)
      guard heard.contains(number) else { continue }
      let cents = number == 5 ? outlier : 0
      lines[number - 1].message.reference = frequency(number)
      lines[number - 1].message.frequency = 1e4
      lines[number - 1].message.frequencyPart = 1e4 * cents
    }
    for round in 1...rounds {
      law.fit(&lines, 0..<8, isShared: isShared, into: &points, round: round)
    }
    return (law, (0..<8).map { lines[$0].prior.mean })
  }

  @Test("is found exactly from exact partials")
  func exact() {
    let law = fit().law
    #expect(abs(1200 * log2(law.first / Self.first)) < 1e-4)
    // The prior of B pulls by a hundredth of its own width at most.
    #expect(abs(law.inharmonicity - Self.inharmonicity) < 1e-8)
  }

  @Test("excludes a body that shifts the first partial only if it is precise")
  func body() {
    let law = fit().law
    #expect(law.bodySigma(predicted: 0.01) == law.bodySigma)
    #expect(law.bodySigma < 1)
    var before = law.bodySigma
    for sigma in [0.08, 0.12, 0.16, 0.2] {
      #expect(law.bodySigma(predicted: sigma) > before)
      before = law.bodySigma(predicted: sigma)
    }
    #expect(law.bodySigma(predicted: 5) == before)
  }

  @Test("does not change because of one partial that follows another string")
  func outlier() {
    let law = fit(outlier: 20).law
    #expect(abs(1200 * log2(law.first / Self.first)) < 0.01)
  }

  @Test("predicts a partial without that partial's own message")
  func cavity() {
    // The prediction of the fifth partial is the same, heard 0 or 5 cents off, within what the
    // other partials' weights change.
    let (with, without) = (fit(outlier: 5).priors[4], fit().priors[4])
    #expect(abs(1200 * log2(with / without)) < 0.005)
    #expect(abs(1200 * log2(without / frequency(5))) < 0.001)
  }

  @Test("keeps its initial values where no line sent a message")
  func unheard() {
    let law = fit(heard: 8...8, rounds: 1).law
    #expect(law.first > 109 && law.first < 111)
    #expect(law.scatter == 0.3)
  }

  @Test("finds frequency and glide in one round where only their sum is told well")
  func glide() {
    // Every partial tells frequency + glide within 0.01 cents, and the glide within 3 cents. The
    // weights of the two differ from partial to partial, so all together tell them apart.
    let (cents, bend) = (2.0, 5.0)
    var law = StringLaw(
      first: Self.first, inharmonicity: 0, typical: 0, glideVariance: 1e-4)
    var lines = FixedArray(
      repeating: StrumLine(
        string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1e-4),
      count: 8)
    var points = FixedArray(repeating: LawPoint(), count: 8)
    let isShared = FixedArray(repeating: false, count: 8)
    for index in 0..<8 {
      let number = Double(index + 1)
      let share = 0.8 + 0.05 * number
      var told = LineInformation()
      told.reference = number * Self.first
      told.frequency = 1e4
      told.cross = 1e4 * share
      told.glide = 1e4 * share * share + 1.0 / 9
      told.frequencyPart = told.frequency * cents + told.cross * bend
      told.glidePart = told.cross * cents + told.glide * bend
      lines[index] = StrumLine(
        string: 0, number: index + 1, frequency: number * Self.first, inharmonicitySigma: 0,
        glideVariance: 1e-4)
      lines[index].message = told
    }
    law.fit(&lines, 0..<8, isShared: isShared, into: &points, round: 1)
    #expect(abs(1200 * log2(law.first / Self.first) - cents) < 0.1)
    #expect(abs(law.glide * CentRatio.perNeper - bend) < 0.1)
  }
}
