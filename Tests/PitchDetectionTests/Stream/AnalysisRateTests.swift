// SPDX-License-Identifier: MIT

import Acoustics
import Testing

@testable import PitchDetection

@Suite("Analysis rate")
struct AnalysisRateTests {
  private struct Row: CustomTestStringConvertible {
    var rate: Int
    var factor: Int
    var testDescription: String { "\(rate)" }
  }

  /// The rates that a tuner meets, and what each is divided by: the whole number next to
  /// rate/11600.
  private static let rows = [
    Row(rate: 8000, factor: 1), Row(rate: 11025, factor: 1), Row(rate: 16000, factor: 1),
    Row(rate: 22050, factor: 2), Row(rate: 24000, factor: 2), Row(rate: 32000, factor: 3),
    Row(rate: 44100, factor: 4), Row(rate: 48000, factor: 4), Row(rate: 88200, factor: 8),
    Row(rate: 96000, factor: 8), Row(rate: 176_400, factor: 15), Row(rate: 192_000, factor: 17),
  ]

  @Test(
    "divides each rate from 11 kHz by a whole number, to a rate of 10.6…16 kHz", arguments: rows)
  private func factor(row: Row) {
    let sizes = AnalysisRate(SampleRate(row.rate))
    #expect(sizes.factor == row.factor)
    #expect(sizes.rate == Double(row.rate) / Double(row.factor))
    if row.rate >= 11025 { #expect((10_600...16_000).contains(sizes.rate)) }
  }

  @Test(
    "has spectral windows of five periods of B0, and half of that for the periodicity",
    arguments: rows)
  private func lengths(row: Row) {
    let sizes = AnalysisRate(SampleRate(row.rate))
    let (spectrum, periodicity) = (
      Double(sizes.spectrumCount) / sizes.rate, Double(sizes.periodicityCount) / sizes.rate
    )
    // B0 is 30.868 Hz: five periods last 0.162 s. Transforms are rounded up to what FFTW likes.
    #expect(spectrum * 30.868 > 5 && spectrum < 0.1705 * 1.07)
    // Two and a half periods: a lag of one, and a window of one and a half.
    #expect(periodicity * 30.868 > 2.5 && periodicity <= 0.0853)
    #expect(sizes.spectrumCount.isMultiple(of: 32))
  }

  @Test("analyses no frequency that aliases", arguments: rows)
  private func highest(row: Row) {
    let sizes = AnalysisRate(SampleRate(row.rate))
    // A decimator is flat up to 0.4 of the new rate.
    #expect(sizes.highest <= 0.4 * sizes.rate && sizes.highest <= 4800)
    #expect(Double(sizes.binCount) * sizes.binWidth > sizes.highest)
    #expect(sizes.binCount < sizes.spectrumCount / 2)
    #expect(abs(sizes.binWidth * Double(sizes.spectrumCount) - sizes.rate) < 1e-9 * sizes.rate)
  }
}
