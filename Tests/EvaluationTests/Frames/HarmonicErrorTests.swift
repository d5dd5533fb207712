// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Harmonic error")
struct HarmonicErrorTests {
  @Test("names every multiple and fraction up to eight, to 50 cents", arguments: 2...8)
  func names(ratio: Int) {
    for off in [-50.0, -49, 0, 49] {
      let pitch = Hertz(100)
      let up = Hertz(pitch.value * Double(ratio)).raised(by: Cents(off * 0.999))
      let down = Hertz(pitch.value / Double(ratio)).raised(by: Cents(off * 0.999))
      #expect(HarmonicError(of: up.interval(above: pitch)) == .multiple(ratio))
      #expect(HarmonicError(of: down.interval(above: pitch)) == .fraction(ratio))
    }
  }

  @Test(
    "a ratio near or between those of harmonics has no name",
    arguments: [0.0, 50, -50, 51, 600, -1100, 1260, 9000])
  func none(cents: Double) {
    #expect(HarmonicError(of: Cents(cents)) == nil)
  }

  @Test("an invalid ratio has no name")
  func invalid() {
    #expect(HarmonicError(of: Cents(.infinity)) == nil)
    #expect(HarmonicError(of: Cents(.nan)) == nil)
  }

  @Test("2, 4 and 8 are octaves, 3 is a twelfth")
  func octaves() {
    let octaves = (2...8).filter { HarmonicError.fraction($0).isOctave }
    #expect(octaves == [2, 4, 8])
  }
}
