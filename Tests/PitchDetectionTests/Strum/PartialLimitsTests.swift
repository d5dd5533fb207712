// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Limits of partials that coincide")
struct PartialLimitsTests {
  /// The first partials of two strings in hertz: the third partial of the lower one coincides with
  /// the first of the upper one.
  private static let (low, high) = (82.3, 246.9)

  private func spectrum(low: [Double], high: [Double]) throws -> StrumSpectrum {
    try measuredSpectrum(of: [(Self.low, low), (Self.high, high)])
  }

  /// Fits both strings and returns the amplitudes of the third partial of the lower one and of the
  /// first partial of the upper one.
  private func fit(
    _ spectrum: borrowing StrumSpectrum, isOfStroke: Bool = true
  ) -> (third: Double, first: Double) {
    var model = StrumModel(stringCount: 2, binCount: spectrum.count)
    model.prepare(seconds: spectrum.seconds, isGliding: false)
    model.isOfStroke = isOfStroke
    for (string, first) in [Self.low, Self.high].enumerated() {
      let start = StiffStringFit(
        first: first, inharmonicity: 0, typical: 0, glideVariance: 1e-12)
      model.begin(start, of: string, glideVariance: 1e-12)
    }
    model.fit(spectrum, rounds: 4)
    let third = model.lines[model.lineRange(of: 0).lowerBound + 2].amplitude
    let first = model.lines[model.lineRange(of: 1).lowerBound].amplitude
    return (third.squaredMagnitude.squareRoot(), first.squaredMagnitude.squareRoot())
  }

  @Test("leave the power of a partial to the string that sounds")
  func silent() throws {
    // The lower string only resonates, 46 dB below the upper one.
    let spectrum = try spectrum(
      low: [5e-4, 4e-4, 0, 3e-4, 3e-4, 0, 2e-4], high: [0.1, 0.05, 0.03, 0.02])
    let free = fit(spectrum, isOfStroke: false)
    #expect(free.first < 0.06, "Without limits, both strings share the power.")
    let limited = fit(spectrum)
    // 9 dB over the free partials. The upper string has all that the limit takes away.
    #expect(limited.third < 2.9 * 5e-4)
    #expect(abs(limited.first - 0.1) < 2.9 * 5e-4)
  }

  @Test("do not reduce a partial that is no louder than the others of its string")
  func sounding() throws {
    let spectrum = try spectrum(low: [0.05, 0.04, 0.03, 0.03, 0.02, 0.02, 0.01], high: [])
    let limited = fit(spectrum)
    let free = fit(spectrum, isOfStroke: false)
    #expect(abs(limited.third - free.third) < 1e-3)
  }

  @Test("follow the envelope of the free partials, which falls by 2 dB per partial")
  func envelope() {
    let blank = StrumLine(
      string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1e-12)
    var lines = FixedArray(repeating: blank, count: 6)
    var order = LineOrder(capacity: 6)
    // Partials 1 to 5 of one string; the third coincides with the first of another.
    for (index, power) in [1, 0.01, 1e3, 0.25, 0.3].enumerated() {
      lines[index] = StrumLine(
        string: 0, number: index + 1, frequency: 100 * Double(index + 1), inharmonicitySigma: 0,
        glideVariance: 1e-12)
      lines[index].amplitude = ComplexValue(power.squareRoot(), 0)
    }
    lines[5] = StrumLine(
      string: 1, number: 1, frequency: 300.1, inharmonicitySigma: 0, glideVariance: 1e-12)
    order.append(0..<6)
    order.sort(lines)
    var limits = PartialLimits(capacity: 6)
    limits.find(in: lines, order) { _ in 4 }
    limits.set(of: &lines, 0..<5)
    // The envelope of the first partial, 4 dB down, is above the fourth and the fifth partial.
    let expected = 8 * pow(10, -0.4)
    #expect(abs(lines[2].limit - expected) < 1e-9)
    for index in [0, 1, 3, 4] { #expect(lines[index].limit == .infinity) }
  }

  @Test("are 15 dB above the partials next to it, of which dropped ones have the floor's power")
  func neighbours() {
    let blank = StrumLine(
      string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1e-12)
    var lines = FixedArray(repeating: blank, count: 9)
    // A loud first partial and faint ones from the fourth on; the sixth coincides with the first of
    // another string. The fifth and the seventh are dropped.
    for (index, power) in [1, 0.1, 0.1, 0.001, 0, 0.2, 0, 0.0005].enumerated() {
      lines[index] = StrumLine(
        string: 0, number: index + 1, frequency: 100 * Double(index + 1), inharmonicitySigma: 0,
        glideVariance: 1e-12)
      lines[index].amplitude = ComplexValue(power.squareRoot(), 0)
      lines[index].isActive = power > 0
      lines[index].hiddenPower = 0.0003
    }
    lines[8] = StrumLine(
      string: 1, number: 1, frequency: 600.1, inharmonicitySigma: 0, glideVariance: 1e-12)
    var order = LineOrder(capacity: 9)
    order.append(0..<9)
    order.sort(lines)
    var limits = PartialLimits(capacity: 9)
    func limit() -> Double {
      limits.find(in: lines, order) { _ in 4 }
      limits.set(of: &lines, 0..<8)
      return lines[5].limit
    }
    #expect(abs(limit() - 32 * 0.001) < 1e-9)
    for index in [3, 7] { lines[index].isActive = false }
    #expect(abs(limit() - 32 * 0.0003) < 1e-9)
    // 9 dB over the envelope are less than 15 dB over the seventh partial.
    lines[6].isActive = true
    lines[6].amplitude = ComplexValue(0.2.squareRoot(), 0)
    #expect(abs(limit() - 8 * 0.2) < 1e-9)
  }

  @Test("apply to no string without a free partial")
  func withoutFree() {
    let blank = StrumLine(
      string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1e-12)
    var lines = FixedArray(repeating: blank, count: 2)
    lines[0] = StrumLine(
      string: 0, number: 3, frequency: 300, inharmonicitySigma: 0, glideVariance: 1e-12)
    lines[1] = StrumLine(
      string: 1, number: 1, frequency: 300, inharmonicitySigma: 0, glideVariance: 1e-12)
    lines[0].amplitude = ComplexValue(1, 0)
    var order = LineOrder(capacity: 2)
    order.append(0..<2)
    order.sort(lines)
    var limits = PartialLimits(capacity: 2)
    limits.find(in: lines, order) { _ in 4 }
    limits.set(of: &lines, 0..<1)
    #expect(lines[0].limit == .infinity)
  }

  @Test("of the multiples of a number follow from the other partials")
  func multiples() {
    let blank = StrumLine(
      string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1e-12)
    var lines = FixedArray(repeating: blank, count: 7)
    // Partials 3 and 6 are those of another string; 4 is not significant.
    for (index, power) in [0.1, 0.01, 1, 1, 0.02, 1, 0.03].enumerated() {
      lines[index] = StrumLine(
        string: 0, number: index + 1, frequency: 100 * Double(index + 1), inharmonicitySigma: 0,
        glideVariance: 1e-12)
      lines[index].amplitude = ComplexValue(power.squareRoot(), 0)
      lines[index].significance = index == 3 ? 1 : 100
    }
    func limit(_ number: Int, _ range: Range<Int>) -> Double {
      PartialLimits.limit(ofPartial: number, withoutMultiplesOf: 3, in: lines, range)
    }
    // From the first partial, 2 dB per partial lower.
    #expect(abs(limit(3, 0..<7) - 8 * 0.1 * pow(10, -0.4)) < 1e-9)
    // The seventh is higher than what is left of the first.
    #expect(abs(limit(6, 0..<7) - 8 * 0.03) < 1e-9)
    #expect(limit(3, 2..<4) == 0)
  }

  @Test("leave partials in the residual that may be those of a higher string")
  func search() throws {
    // Nothing sounds but E4; A2 has been fitted to it.
    let high = 325.8
    var strings = try SearchedPair(
      [(high, [0.1, 0.05, 0.03, 0.02])], targets: [110, 329.6], fits: [high / 3, 355])
    let place = strings.betterPlace(keeping: .doubtfulMultiples)
    #expect(abs(1200 * log2(try #require(place) / high)) < 3)
  }

  @Test(
    "a search may include all partials of a lower string that coincide with those of the string")
  func allMultiples() throws {
    // The third, sixth, … partials of E2 have taken those of B3, which are no louder than the
    // partials next to them.
    let (low, high) = (82.4, 247.2)
    var strings = try SearchedPair(
      [(low, [Double](repeating: 0.05, count: 12)), (high, [0.05, 0.05, 0.05, 0.05])],
      targets: [82.4, 246.9], fits: [low, 265])
    let distance = { (first: Double) in abs(1200 * log2(first / high)) }
    let without = strings.betterPlace(keeping: .doubtfulMultiples)
    #expect(without.map { distance($0) > 10 } ?? true)
    let place = strings.betterPlace(keeping: .allMultiples)
    let found = try #require(place)
    #expect(distance(found) < 4)
  }
}

/// Two fitted strings, of which the higher one is searched for again.
private struct SearchedPair: ~Copyable {
  private let spectrum: StrumSpectrum
  private var search: StrumSearch
  private var model: StrumModel

  /// Fits two strings.
  ///
  /// - Parameters:
  ///   - sounding: the strings that sound, for `measuredSpectrum(of:)`.
  ///   - targets: the targets of both strings in hertz.
  ///   - fits: the first partials that their fits start from, in hertz.
  /// - Throws: the reason why the transform can't be planned.
  init(
    _ sounding: [(first: Double, amplitudes: [Double])], targets: [Double], fits: [Double]
  ) throws {
    spectrum = try measuredSpectrum(of: sounding)
    let strings = SearchedString.sorted(
      targets.map { StrumString(target: Hertz($0), typicalInharmonicity: 1e-5) })
    search = StrumSearch(strings, binCount: spectrum.count)
    model = StrumModel(stringCount: 2, binCount: spectrum.count)
    model.prepare(seconds: spectrum.seconds, isGliding: false)
    for (string, first) in fits.enumerated() {
      let start = StiffStringFit(
        first: first, inharmonicity: 0, typical: 1e-5, glideVariance: 1e-12)
      model.begin(start, of: string, glideVariance: 1e-12)
    }
    model.fit(spectrum, rounds: 4)
    search.sumUp(spectrum, model)
  }

  /// Returns the first partial of a better place of the higher string, in hertz; `nil` for none.
  mutating func betterPlace(keeping kept: KeptMultiples) -> Double? {
    let place = search.place(ofString: 1, in: spectrum, model)
    return search.betterPlace(ofString: 1, in: spectrum, model, than: place, by: 2, keeping: kept)?
      .first
  }
}
