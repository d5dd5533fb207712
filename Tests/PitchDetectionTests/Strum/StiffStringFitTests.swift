// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Stiff-string fit")
struct StiffStringFitTests {
  private static let first = 110.2
  private static let inharmonicity = 9e-5

  private func frequency(_ number: Int) -> Double {
    let n = Double(number)
    let b = Self.inharmonicity
    return n * Self.first * ((1 + b * n * n) / (1 + b)).squareRoot()
  }

  /// Returns eight lines without messages.
  private func unmeasuredLines(glideVariance: Double) -> FixedArray<StrumLine> {
    FixedArray(
      repeating: StrumLine(
        string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: glideVariance),
      count: 8)
  }

  /// Fits eight exact messages, one of them `outlier` cents off.
  private func fit(
    outlier: Double = 0, informative: ClosedRange<Int> = 1...8, rounds: Int = 6
  ) -> (string: StiffStringFit, priors: [Double]) {
    var string = StiffStringFit(
      first: 110, inharmonicity: 8e-5, typical: 8e-5, glideVariance: 1e-12)
    var lines = unmeasuredLines(glideVariance: 1e-12)
    var points = FixedArray(repeating: StiffStringPoint(), count: 8)
    let isShared = FixedArray(repeating: false, count: 8)
    for number in 1...8 {
      lines[number - 1] = StrumLine(
        string: 0, number: number, frequency: frequency(number),
        inharmonicitySigma: string.inharmonicitySigma, glideVariance: 1e-12)
      guard informative.contains(number) else { continue }
      let cents = number == 5 ? outlier : 0
      lines[number - 1].message.reference = frequency(number)
      lines[number - 1].message.frequency = 1e4
      lines[number - 1].message.frequencyPart = 1e4 * cents
    }
    for round in 1...rounds {
      string.fit(&lines, 0..<8, isShared: isShared, into: &points, round: round)
    }
    return (string, (0..<8).map { lines[$0].prior.mean })
  }

  @Test("is found exactly from exact partials")
  func exact() {
    let string = fit().string
    #expect(abs(1200 * log2(string.first / Self.first)) < 1e-4)
    // The prior of B pulls by a hundredth of its own width at most.
    #expect(abs(string.inharmonicity - Self.inharmonicity) < 1e-8)
  }

  @Test("excludes a body that shifts the first partial only if it is precise")
  func body() {
    let string = fit().string
    #expect(string.bodySigma(predicted: 0.01) == string.bodySigma)
    #expect(string.bodySigma < 1)
    var before = string.bodySigma
    for sigma in [0.08, 0.12, 0.16, 0.2] {
      #expect(string.bodySigma(predicted: sigma) > before)
      before = string.bodySigma(predicted: sigma)
    }
    #expect(string.bodySigma(predicted: 5) == before)
  }

  @Test("does not change because of one partial that follows another string")
  func outlier() {
    let string = fit(outlier: 20).string
    #expect(abs(1200 * log2(string.first / Self.first)) < 0.01)
  }

  @Test("predicts a partial without that partial's own message")
  func cavity() {
    // The prediction of the fifth partial is the same, measured 0 or 5 cents off, within what the
    // other partials' weights change.
    let (with, without) = (fit(outlier: 5).priors[4], fit().priors[4])
    #expect(abs(1200 * log2(with / without)) < 0.005)
    #expect(abs(1200 * log2(without / frequency(5))) < 0.001)
  }

  @Test("keeps its initial values where no line sent a message")
  func withoutMessages() {
    let string = fit(informative: 9...9).string
    #expect(abs(string.first - 110) < 1e-6)
    #expect(abs(string.inharmonicity - 8e-5) < 1e-12)
    #expect(string.scatter == 0.3)
  }

  @Test("finds frequency and glide in one round where only their sum is measured well")
  func glide() {
    // Every partial measures frequency + glide within 0.01 cents, and the glide within 3 cents. The
    // weights of the two differ from partial to partial, so all together determine both.
    let (cents, bend) = (2.0, 5.0)
    var string = StiffStringFit(
      first: Self.first, inharmonicity: 0, typical: 0, glideVariance: 1e-4)
    var lines = unmeasuredLines(glideVariance: 1e-4)
    var points = FixedArray(repeating: StiffStringPoint(), count: 8)
    let isShared = FixedArray(repeating: false, count: 8)
    for index in 0..<8 {
      let number = Double(index + 1)
      let share = 0.8 + 0.05 * number
      var message = LineInformation()
      message.reference = number * Self.first
      message.frequency = 1e4
      message.cross = 1e4 * share
      message.glide = 1e4 * share * share + 1.0 / 9
      message.frequencyPart = message.frequency * cents + message.cross * bend
      message.glidePart = message.cross * cents + message.glide * bend
      lines[index] = StrumLine(
        string: 0, number: index + 1, frequency: number * Self.first, inharmonicitySigma: 0,
        glideVariance: 1e-4)
      lines[index].message = message
    }
    string.fit(&lines, 0..<8, isShared: isShared, into: &points, round: 1)
    #expect(abs(1200 * log2(string.first / Self.first) - cents) < 0.1)
    #expect(abs(string.glide * CentRatio.perNeper - bend) < 0.1)
  }
}
