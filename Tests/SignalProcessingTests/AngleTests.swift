// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Angles")
struct AngleTests {
  @Test("sine and cosine equal those of the mathematics library", arguments: [1.0, 100, 1e5])
  func sineAndCosine(reach: Double) {
    for step in -20_000...20_000 {
      let radians = reach * Double(step) / 20_000
      let found = SignalProcessing.sineAndCosine(of: radians)
      #expect(abs(found.sine - sin(radians)) < 3e-16)
      #expect(abs(found.cosine - cos(radians)) < 3e-16)
    }
  }

  @Test("sine and cosine have the right sign near quarters and eighths of a turn")
  func quarters() {
    for eighth in -64...64 {
      for ulps in -2...2 {
        let radians = Double(eighth) * .pi / 4 + Double(ulps) * 1e-15
        let found = SignalProcessing.sineAndCosine(of: radians)
        #expect(abs(found.sine - sin(radians)) < 3e-16)
        #expect(abs(found.cosine - cos(radians)) < 3e-16)
      }
    }
  }

  /// The checksum is the same in debug and release builds, and must be for every C library.
  @Test("sine, cosine and angle have the same bits on every platform")
  func bits() {
    var checksum: UInt64 = 14_695_981_039_346_656_037
    func add(_ value: Double) {
      checksum = (checksum ^ value.bitPattern) &* 1_099_511_628_211
    }
    for index in 0..<2000 {
      let number = Double(index - 1000) * 0.618_033_988_749_894_9
      let both = SignalProcessing.sineAndCosine(of: number)
      add(both.sine)
      add(both.cosine)
      add(SignalProcessing.angle(of: ComplexValue(number + 0.25, Double(index % 37) - 18.5)))
    }
    #expect(checksum == 15_670_003_166_233_283_929)
  }

  @Test("NaN and infinity give NaN, without an endless loop")
  func notANumber() {
    for radians in [Double.nan, .infinity, -.infinity] {
      let found = SignalProcessing.sineAndCosine(of: radians)
      #expect(found.sine.isNaN && found.cosine.isNaN)
    }
  }

  @Test("an angle equals that of the C library, for all directions and magnitudes")
  func angle() {
    for step in -36_000...36_000 {
      let (sine, cosine) = (sin(Double(step) * .pi / 36_000), cos(Double(step) * .pi / 36_000))
      for magnitude in [1e-30, 1, 3e20] {
        let number = ComplexValue(magnitude * cosine, magnitude * sine)
        #expect(abs(SignalProcessing.angle(of: number) - atan2(number.im, number.re)) < 1e-15)
      }
    }
  }

  @Test(
    "an angle on the axes is exact",
    arguments: [(1.0, 0.0, 0.0), (0, 1, 0.5), (-1, 0, 1), (0, -1, -0.5), (0, 0, 0), (1, 1, 0.25)])
  func axes(re: Double, im: Double, halfTurns: Double) {
    #expect(SignalProcessing.angle(of: ComplexValue(re, im)) == halfTurns * Double.pi)
  }
}
