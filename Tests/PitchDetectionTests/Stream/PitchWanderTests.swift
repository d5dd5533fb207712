// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("The wander of the readings")
struct PitchWanderTests {
  /// A fit without partials whose f₁ lies `pitch` cents above 110 Hz and its first partial `shift`
  /// above f₁.
  private func fit(pitch: Double, shift: Double) throws -> PartialFit {
    var measurement = PartialMeasurement(
      sampleRate: AnalysedSpectrum.rate, longest: AnalysedSpectrum.count)
    let samples = AnalysedSpectrum.string(first: 110, inharmonicity: 0, amplitudes: [0.1])
    _ = measurement.measure(
      samples.span, fit: InharmonicFit(squaredFrequency: 12_100, inharmonicity: 0, spread: 1),
      background: [Float]().span, hum: MainsHum(), peaks: SpectralPeaks(),
      binWidth: AnalysedSpectrum.binWidth, highest: AnalysedSpectrum.highest, knowsNoise: false)
    var points = FixedArray(
      repeating: PartialFit.Point(Partial(), at: 0), count: PartialMeasurement.capacity)
    var memory = ShiftMemory()
    let fitted = PartialFit(
      measurement, near: 110, glideSpread: 1e-6, points: &points, memory: &memory, after: 0.02)
    var fit = try #require(fitted)
    fit.fit = 110 * exp2(pitch / 1200)
    fit.frequency = 110 * exp2((pitch + shift) / 1200)
    fit.frequencyNow = fit.frequency
    return fit
  }

  private func wander(
    of readings: [(pitch: Double, shift: Double)], every seconds: Double = 0.01
  ) throws -> PitchWander {
    var wander = PitchWander()
    for reading in readings {
      wander.add(try fit(pitch: reading.pitch, shift: reading.shift), after: seconds)
    }
    return wander
  }

  @Test("is zero for a steady pitch with any shift, once the note is old")
  func steady() throws {
    #expect(try wander(of: Array(repeating: (2, -5), count: 80)).cents < 1e-6)
  }

  @Test("is 0.6 cents in a young note, and fades")
  func young() throws {
    let wanders = try [10, 30, 46].map {
      try wander(of: Array(repeating: (2, -5), count: $0)).cents
    }
    #expect(abs(wanders[0] - 0.6) < 1e-6)
    #expect(abs(wanders[1] - 0.6) < 1e-6)
    #expect(abs(wanders[2] - 0.3) < 1e-6)
  }

  @Test("of an old note is 0.42 cents where three partials scatter about the fit")
  func scatter() throws {
    func wander(scatter: Double, partials: Int) throws -> Double {
      var wander = PitchWander()
      var fit = try fit(pitch: 0, shift: 0)
      (fit.scatter, fit.presentCount) = (scatter, partials)
      for _ in 0..<80 { wander.add(fit, after: 0.01) }
      return wander.cents
    }
    #expect(abs(try wander(scatter: 1, partials: 3) - 0.42) < 1e-3)
    #expect(try wander(scatter: 0.0005, partials: 3) < 1e-3)
    #expect(try wander(scatter: 1, partials: 2) < 1e-6)
  }

  @Test("is the distance of a beat from its mean")
  func beat() throws {
    // A beat of 10 Hz and 4 cents; the last reading is its highest.
    let readings = (0..<104).map { (pitch: 0.0, shift: 4 * sin(0.2 * .pi * (Double($0) - 0.5))) }
    #expect(abs(try wander(of: readings).cents - 4 * 1.25.squareRoot()) < 0.5)
  }

  @Test(
    "is the lag of the mean behind a bend, and the mean of an older note is longer",
    arguments: [(0.33, 6.0), (1, 12.6), (3, 15.3)])
  func bend(age: Double, lag: Double) throws {
    // A bend of 100 cents a second for 0.25 s: d′ = 100 − d/m. The mean lags by one more cent from
    // reading to reading. For m = 0.05 and 0.2 s, d = 100 m (1 − exp(−0.25/m)) = 5.0 and 14.3. For
    // m = 0.15 t from 0.75 to 1 s, d = 13.04 t − 9.78 (t/0.75)^(−1/0.15) = 11.6.
    let steady = Array(repeating: (pitch: 0.0, shift: 0.0), count: Int(age * 100) - 25)
    let bend = (0..<25).map { (pitch: Double($0), shift: 0.0) }
    let bent = try wander(of: steady + bend).cents
    let unmeasured = try wander(of: steady + steady.suffix(25)).cents
    #expect(abs((bent * bent - unmeasured * unmeasured).squareRoot() / 1.25.squareRoot() - lag) < 1)
  }

  @Test("contains the glide of a note that is half a second old, but none below 0.04 cents")
  func glide() throws {
    // The mean over 0.075 s lags behind 4 cents a second by 0.3 cents, one of 0.2 cents by 0.02.
    func wander(slope: Double) throws -> Double {
      try self.wander(of: (0..<60).map { (pitch: slope * 0.01 * Double($0), shift: 0) }).cents
    }
    #expect(abs(try wander(slope: 4) - 0.4) < 0.05)
    #expect(try wander(slope: 0.2) < 0.02)
  }

  @Test("is zero a second after the pitch becomes steady, and that of a young note at another")
  func forgets() throws {
    let moving = (0..<50).map { (pitch: Double($0), shift: 0.0) }
    var wander = try wander(of: moving + Array(repeating: (pitch: 50.0, shift: 0.0), count: 100))
    #expect(wander.cents < 0.2)
    wander.reset()
    #expect(wander.cents == 0.6)
  }
}
