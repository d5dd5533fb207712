// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Angles")
struct AngleTests {
  @Test("sine and cosine are those of the mathematics library", arguments: [1.0, 100, 1e5])
  func sineAndCosine(reach: Double) {
    for step in -20_000...20_000 {
      let radians = reach * Double(step) / 20_000
      let found = SignalProcessing.sineAndCosine(of: radians)
      #expect(abs(found.sine - sin(radians)) < 3e-16)
      #expect(abs(found.cosine - cos(radians)) < 3e-16)
    }
  }

  @Test("the quarters of a turn, and what lies beside their middles, go to the right sign")
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

  @Test("what is no number has none, and ends nothing")
  func notANumber() {
    for radians in [Double.nan, .infinity, -.infinity] {
      let found = SignalProcessing.sineAndCosine(of: radians)
      #expect(found.sine.isNaN && found.cosine.isNaN)
    }
  }

  @Test("an angle is that of the mathematics library, all round and whatever the magnitude")
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
    "an angle on the axes",
    arguments: [(1.0, 0.0, 0.0), (0, 1, 0.5), (-1, 0, 1), (0, -1, -0.5), (0, 0, 0), (1, 1, 0.25)])
  func axes(re: Double, im: Double, halfTurns: Double) {
    #expect(SignalProcessing.angle(of: ComplexValue(re, im)) == halfTurns * Double.pi)
  }
}
