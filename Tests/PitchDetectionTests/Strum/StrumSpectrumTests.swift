// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Spectrum of a stroke")
struct StrumSpectrumTests {
  @Test("has the low quantile of the bins around as its floor", arguments: [1024, 6144, 8192])
  func floor(count: Int) throws {
    var state: UInt64 = 1
    let samples: [Float] = (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
    }
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
