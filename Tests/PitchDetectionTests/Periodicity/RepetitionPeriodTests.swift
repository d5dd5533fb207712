// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Period of the repetition")
struct RepetitionPeriodTests {
  /// E2 to E6, with pitches whose periods are no whole numbers of samples.
  static let frequencies = [82.41, 110.3, 196, 329.63, 440, 659.26, 880, 1046.5, 1318.51]

  /// The readings of a harmonic pluck under noise from 0.15 s to 0.8 s after its onset.
  private func readings(
    of frequency: Double, rate: Int, noise: Float, as meaning: PitchMeaning
  ) throws -> [PitchEstimate] {
    let string = PluckedString(first: frequency, inharmonicity: 0)
    var numbers = SplitMix64(seed: UInt64(frequency) + UInt64(rate))
    let samples = string.render(rate: rate, seconds: 1.05).map {
      $0 + numbers.nextSample(in: -noise...noise)
    }
    var detector = try ChosenDetector(
      .engine, .init(sampleRate: SampleRate(rate)), reading: meaning)
    let hop = rate / 20
    var readings: [PitchEstimate] = []
    for update in 1...20 {
      detector.append(samples.span.extracting(((update - 1) * hop)..<(update * hop)))
      let estimate = detector.estimatePitch()
      if update > 8, let estimate { readings.append(estimate) }
    }
    return readings
  }

  /// A harmonic tone repeats at its frequency, so that is the truth at every rate.
  @Test(
    "is within twice its standard error at every rate",
    arguments: [22_050, 44_100, 48_000, 96_000], [Float(1e-5), 1e-3])
  func honest(rate: Int, noise: Float) throws {
    var (within, count, claimed) = (0, 0, 0.0)
    for frequency in Self.frequencies {
      let readings = try readings(of: frequency, rate: rate, noise: noise, as: .period)
      #expect(readings.count == 12, "\(frequency) Hz")
      for reading in readings {
        let error = reading.frequency.interval(above: Hertz(frequency)).value
        let sigma = try #require(reading.sigma).value
        #expect(abs(error) < (frequency < 150 ? 1 : 0.1), "\(frequency) Hz")
        #expect(reading.wander == nil)
        within += abs(error) < 2 * sigma ? 1 : 0
        count += 1
        if frequency > 150 { claimed = max(claimed, sigma) }
      }
    }
    #expect(Double(within) >= 0.95 * Double(count), "\(within) of \(count)")
    #expect(claimed < 0.3, "an error that says nothing would be honest too")
  }

  @Test("is also right in the results of the first partial", arguments: [44_100, 48_000])
  func besideThePartial(rate: Int) throws {
    for frequency in Self.frequencies where frequency > 150 {
      for reading in try readings(of: frequency, rate: rate, noise: 1e-5, as: .partial) {
        let period = try #require(reading.period)
        #expect(abs(period.interval(above: Hertz(frequency)).value) < 0.1, "\(frequency) Hz")
      }
    }
  }

  @Test("of a stiff string is shorter than that of its first partial")
  func stiff() throws {
    let string = PluckedString(first: 82.41, inharmonicity: 1.3e-4)
    let samples = string.render(rate: 48_000, seconds: 1)
    var detector = try ChosenDetector(
      .engine, .init(sampleRate: SampleRate(48_000)), reading: .period)
    detector.append(samples.span)
    let estimate = detector.estimatePitch()
    let sharpness = try #require(estimate).frequency.interval(above: Hertz(82.41)).value
    #expect((0.5...8).contains(sharpness), "\(sharpness) cents")
  }

  @Test("has no standard error before the note fills a window")
  func young() throws {
    let string = PluckedString(first: 196, inharmonicity: 0, onset: 0.25)
    let samples = string.render(rate: 48_000, seconds: 0.5)
    var detector = try ChosenDetector(
      .engine, .init(sampleRate: SampleRate(48_000)), reading: .period)
    detector.append(samples.span.extracting(first: 14_400))
    let early = detector.estimatePitch()
    #expect(try #require(early).sigma == nil)
    detector.append(samples.span.extracting(droppingFirst: 14_400))
    let late = detector.estimatePitch()
    #expect(try #require(late).sigma != nil)
  }
}

@Suite("Interpolation between lags")
struct LagInterpolationTests {
  /// A cosine of a period between samples has its maximum at the period.
  @Test("finds the maximum of a cosine", arguments: [8.83, 9.37, 27.5, 60.1])
  func cosine(period: Double) throws {
    let values = (0..<100).map { lag in
      Float(sineAndCosine(of: 2 * Double.pi * Double(lag) / period).cosine)
    }
    let found = LagInterpolation().maximum(of: values.span, at: Int(period.rounded()))
    let maximum = try #require(found)
    #expect(abs(maximum.lagInSamples - period) < 8e-3)
    #expect(abs(maximum.value - 1) < 1e-3)
    let curvature = (2 * Double.pi / period) * (2 * Double.pi / period)
    #expect(abs(maximum.curvature / curvature - 1) < 0.05)
  }

  @Test("finds none where the values end")
  func end() {
    let values = [Float](repeating: 0, count: 40)
    let found = LagInterpolation().maximum(of: values.span, at: 32)
    #expect(found == nil)
  }
}
