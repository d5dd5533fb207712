// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@Suite("Touched harmonics")
struct TouchedHarmonicTests {
  @Test(
    "damp the partials without a node at the finger", arguments: [2, 3, 4], [0.0, -10, -40])
  func damped(number: Int, open: Double) throws {
    var spectrum = PartialSpectrum(pluckPoint: 0.13, pickup: 0.21)
    let free = spectrum.amplitudes(count: 24)
    spectrum.touched = TouchedHarmonic(number: number, open: Decibels(open))
    let touched = spectrum.amplitudes(count: 24)
    let numbers = 1...24
    let sounding = numbers.filter { $0.isMultiple(of: number) }
    let damped = numbers.filter { !$0.isMultiple(of: number) }
    for partial in sounding { #expect(touched[partial - 1] == free[partial - 1]) }
    let loudest = try #require(sounding.map { touched[$0 - 1] }.max())
    let rest = try #require(damped.map { touched[$0 - 1] }.max())
    #expect(abs(20 * log10(rest / loudest) - open) < 1e-9)
    let gains = damped.map { touched[$0 - 1] / free[$0 - 1] }
    #expect(gains.allSatisfy { abs($0 / gains[0] - 1) < 1e-12 })
  }

  @Test("of the set are those of open strings at every level, and their truth is either pitch")
  func set() throws {
    let rate = SampleRate(48_000)
    let cases = SignalSet.touched.cases(seed: 1, notes: [TestNote(40)])
    #expect(cases.count == 27)
    for item in cases {
      var truth = SignalTruth(of: item.signal(at: rate), at: rate)
      let touched = try #require(truth.touched)
      let string = try #require(truth.signal.plucks.first).string
      #expect(truth.firstPartial(at: 1) == string.frequency(ofPartial: 1, at: 0.75))
      truth.heardPartial = touched.number
      #expect(
        truth.firstPartial(at: 1) == string.frequency(ofPartial: touched.number, at: 0.75))
    }
    let other = try #require(SignalSet.string.cases(seed: 1).first)
    #expect(SignalTruth(of: other.signal(at: rate), at: rate).touched == nil)
  }
}
