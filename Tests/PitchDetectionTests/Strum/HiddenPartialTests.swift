// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("A partial of a lower string at a first partial")
struct HiddenPartialTests {
  private static let lower = 82.79
  private static let upper = 330.0
  private static let partialCount = 7

  /// Returns a fit to the partials from the second on, which scatter by a quarter of a cent.
  private func fit(_ first: Double) -> StiffStringFit {
    var fit = StiffStringFit(first: first, inharmonicity: 0, typical: 0, glideVariance: 1e-12)
    var lines = FixedArray(
      repeating: StrumLine(
        string: 0, number: 1, frequency: first, inharmonicitySigma: 0, glideVariance: 1e-12),
      count: Self.partialCount)
    var points = FixedArray(repeating: StiffStringPoint(), count: Self.partialCount)
    for number in 2...Self.partialCount {
      let frequency = Double(number) * first
      var line = StrumLine(
        string: 0, number: number, frequency: frequency,
        inharmonicitySigma: fit.inharmonicitySigma, glideVariance: 1e-12)
      line.message.reference = frequency
      line.message.frequency = 1e4
      line.message.frequencyPart = number % 2 == 0 ? 2500 : -2500
      lines[number - 1] = line
    }
    let isShared = FixedArray(repeating: false, count: Self.partialCount)
    for round in 1...6 {
      fit.fit(&lines, 0..<Self.partialCount, isShared: isShared, into: &points, round: round)
    }
    return fit
  }

  /// Returns the measurement of an E4 whose line lies on the fourth partial of E2, six cents above
  /// the prediction by the other partials.
  private func measurement(
    isHidden: Bool, isMasked: Bool = false, power: Double = 1
  ) -> StrumMeasurement {
    var model = StrumModel(stringCount: 2, binCount: 2000)
    model.prepare(seconds: 0.5, isGliding: false)
    for (string, first) in [Self.lower, Self.upper].enumerated() {
      model.begin(fit(first), of: string, glideVariance: 1e-12)
    }
    for index in model.lineRange(of: 0) {
      model.lines[index].significance = 1000
      model.lines[index].amplitude = ComplexValue(1, 0)
    }
    let fourth = model.lineRange(of: 0).lowerBound + 3
    model.lines[fourth].significance = isHidden ? 0 : 1000
    model.lines[fourth].isMasked = isMasked
    model.lines[fourth].prior.mean = 4 * Self.lower
    model.lines[fourth].prior.variance = 4
    let first = model.lineRange(of: 1).lowerBound
    model.lines[first].frequency = 4 * Self.lower
    model.lines[first].significance = 100
    model.lines[first].amplitude = ComplexValue(power.squareRoot(), 0)
    model.lines[first].message.reference = 4 * Self.lower
    model.lines[first].message.frequency = 4
    return StrumMeasurement(1, of: model, score: 0, seconds: 0.5)
  }

  private func cents(_ measured: StrumMeasurement) -> Double {
    CentRatio.cents(of: measured.frequency / Self.upper)
  }

  @Test("does not move the reading to it, and sigma contains the doubt")
  func hidden() {
    let measured = measurement(isHidden: true)
    #expect(abs(cents(measured)) < 2.5)
    #expect(measured.sigma > 1.5)
  }

  @Test("is no doubt if it has a line of its own: then a body has shifted the first partial")
  func separate() {
    #expect(abs(cents(measurement(isHidden: false)) - 6) < 0.5)
  }

  @Test("is no doubt if the fit knows the sum of both lines")
  func masked() {
    #expect(abs(cents(measurement(isHidden: true, isMasked: true)) - 6) < 0.5)
  }

  @Test("is no doubt if it is too faint for the line")
  func faint() {
    #expect(abs(cents(measurement(isHidden: true, power: 100)) - 6) < 0.5)
  }
}
