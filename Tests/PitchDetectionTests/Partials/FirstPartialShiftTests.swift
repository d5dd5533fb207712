// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Shift of the first partial")
struct FirstPartialShiftTests {
  private static let first = 110.0
  private static let step = 120

  /// A string of ten partials whose first one lies `shift` cents above the fit, with a mode of the
  /// body beside it.
  ///
  /// The mode rings `beside` hertz above the first partial, as loud as `share` of it at the pluck.
  private static func samples(
    shift: Double, beside: Double = 20, share: Double, decay: Double = 12, count: Int
  ) -> [Float] {
    let string = AnalysedSpectrum.string(
      first: first, inharmonicity: 0, amplitudes: [0] + (2...10).map { 0.1 / Double($0) },
      count: count)
    let partial = first * exp2(shift / 1200)
    return string.enumerated().map { index, sample in
      let time = Double(index) / AnalysedSpectrum.rate
      let mode = share * exp(-decay * time) * sin(2 * .pi * (partial + beside) * time + 1)
      return sample + Float(0.1 * (sin(2 * .pi * partial * time) + mode))
    }
  }

  /// The readings of a note, one each 10 ms from 60 ms on, in cents above the fit: the reported
  /// and the measured ones.
  private static func readings(of samples: [Float]) throws -> [(reported: Double, measured: Double)]
  {
    var measurement = PartialMeasurement(
      sampleRate: AnalysedSpectrum.rate, longest: AnalysedSpectrum.count)
    var points = FixedArray(
      repeating: PartialFit.Point(Partial(), at: 0), count: PartialMeasurement.capacity)
    var memory = ShiftMemory()
    let fit = InharmonicFit(squaredFrequency: first * first, inharmonicity: 0, spread: 1)
    return try stride(from: 6 * step, through: samples.count, by: step).map { end in
      let start = max(0, end - 1026)
      let window = Array(samples[start..<end])
      let isMeasured = measurement.measure(
        window.span, fit: fit, background: [Float]().span, hum: MainsHum(),
        peaks: SpectralPeaks(), binWidth: AnalysedSpectrum.binWidth,
        highest: AnalysedSpectrum.highest, knowsNoise: false)
      #expect(isMeasured)
      let fitted = PartialFit(
        measurement, near: first, glideSpread: 1e-6, points: &points, memory: &memory,
        after: 0.01)
      let fit = try #require(fitted)
      return (
        1200 * log2(fit.frequencyNow / first), 1200 * log2(measurement[0].frequency / first)
      )
    }
  }

  @Test("stays within a few cents where a mode of the body makes the first partial beat")
  func mode() throws {
    let readings = try Self.readings(of: Self.samples(shift: 0, share: 0.6, count: 3000))
    let measured = readings.map { abs($0.measured) }.max() ?? 0
    let reported = readings.map { abs($0.reported) }.max() ?? 0
    #expect(measured > 10, "the first partial swings by \(measured) cents")
    #expect(reported < 6, "\(reported) cents")
  }

  @Test("is the measured shift where no mode sounds beside the partial", arguments: [-12.0, -3, 5])
  func straight(shift: Double) throws {
    let readings = try Self.readings(of: Self.samples(shift: shift, share: 0, count: 3000))
    for reading in readings {
      #expect(abs(reading.reported - shift) < 0.3, "\(reading.reported) cents")
    }
  }

  @Test("follows a mode without decay, after the time in which modes of a body decay")
  func lasting() throws {
    let samples = Self.samples(shift: -6, beside: 4, share: 0.2, decay: 0, count: 16_000)
    let late = try Self.readings(of: samples).suffix(50)
    let swing = (late.map(\.reported).max() ?? 0) - (late.map(\.reported).min() ?? 0)
    #expect(swing > 3, "\(swing) cents")
  }
}
