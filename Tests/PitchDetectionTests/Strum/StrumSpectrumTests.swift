// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Spectrum of a stroke")
struct StrumSpectrumTests {
  /// Returns `count` samples of white noise, full scale ±1.
  ///
  /// `state` is that of the generator, at first any number.
  private func noise(_ count: Int, _ state: inout UInt64) -> [Float] {
    (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
    }
  }

  @Test("has the mean power of white noise as its floor", arguments: [1024, 6144, 8192])
  func white(count: Int) throws {
    var state: UInt64 = 1
    var window = try StrumWindow(count: count, planning: .estimate)
    var spectrum = StrumSpectrum(longest: 8192 / 12e3)
    let reach = count == 8192 ? 40 : 24
    var floor = (sum: 0.0, count: 0.0)
    var power = (sum: 0.0, count: 0.0)
    for _ in 0..<64 {
      spectrum.measure(noise(count, &state).span, through: &window, rate: 12e3)
      for bin in 3..<spectrum.count { power.sum += spectrum.powers[bin] }
      power.count += Double(spectrum.count - 3)
      for centre in stride(from: 8 + 32, to: spectrum.count - reach, by: 16) {
        floor.sum += spectrum.floor[centre]
        floor.count += 1
      }
    }
    // Powers of noise have an exponential distribution, with the quantile −ln(1 − p) and the
    // density 1 − p there. A quantile of n bins is exact to one rank, 1/n of the distribution. The
    // standard deviation of a quantile of N bins is √(p(1 − p)/N) over the density; a Hann window
    // leaves one independent bin of 1.94.
    let (p, n) = (0.15, Double(2 * reach))
    let slope = 1 / ((1 - p) * -log(1 - p))
    let sigma = slope * (p * (1 - p) * 1.94 / power.count).squareRoot()
    let ratio = floor.sum / floor.count / (power.sum / power.count)
    #expect(abs(ratio - 1) < slope / n + 4 * sigma, "ratio \(ratio)")
  }

  @Test("has the low quantile of the bins around as its floor", arguments: [1024, 6144, 8192])
  func floor(count: Int) throws {
    var state: UInt64 = 1
    let samples = noise(count, &state)
    var window = try StrumWindow(count: count, planning: .estimate)
    var spectrum = StrumSpectrum(longest: 8192 / 12e3)
    spectrum.measure(samples.span, through: &window, rate: 12e3)
    let reach = count == 8192 ? 40 : 24
    for centre in stride(from: 8, to: spectrum.count - reach, by: 16) {
      let first = max(3, centre - reach)
      var values: [Double] = []
      for bin in first..<(centre + reach) { values.append(spectrum.powers[bin]) }
      values.sort()
      let place = 0.15 * Double(values.count - 1)
      let (lower, upper) = (values[Int(place)], values[Int(place) + 1])
      let expected = (lower + (upper - lower) * (place - Double(Int(place)))) / 0.1625
      let ratio = spectrum.floor[centre] / expected
      #expect(abs(ratio - 1) < 1e-9, "bin \(centre)")
    }
    // Between two knots the logarithm is linear.
    for bin in stride(from: 16, to: spectrum.count - reach - 16, by: 16) {
      let ends = spectrum.floor[bin - 8] * spectrum.floor[bin + 8]
      let ratio = spectrum.floor[bin] / ends.squareRoot()
      #expect(abs(ratio - 1) < 1e-9, "bin \(bin)")
    }
  }
}
