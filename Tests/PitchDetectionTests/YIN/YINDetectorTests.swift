// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@testable import PitchDetection

@Suite("YIN detector")
struct YINDetectorTests {
  private func estimate(_ samples: [Float], at rate: Int) throws -> PitchEstimate? {
    var detector = try YINDetector(.init(sampleRate: SampleRate(rate)))
    let frame =
      [Float](
        repeating: 0, count: max(0, detector.frameCount - samples.count)) + samples
    let result = detector.estimatePitch(of: frame.span.extracting(last: detector.frameCount))
    return result
  }

  /// B♭0 to E6 in fifths and the open strings of bass and guitar.
  static let frequencies = [
    29.14, 30.87, 41.2, 55, 61.74, 82.41, 110, 146.83, 196, 246.94, 329.63, 440, 659.26, 987.77,
    1318.51,
  ]

  @Test(
    "measures a periodic tone within half a cent", arguments: [22050, 44100, 48000, 96000],
    frequencies)
  func periodic(rate: Int, frequency: Double) throws {
    let tone = periodicTone(frequency, rate: rate, count: rate / 4)
    let estimate = try #require(try estimate(tone, at: rate))
    let error = estimate.frequency.interval(above: Hertz(frequency))
    #expect(error.magnitude < Cents(0.5))
    #expect(estimate.confidence > 0.95)
  }

  /// A period of 6 samples is too few for a parabola: at telephone rates the error grows to 5
  /// cents.
  @Test("measures a periodic tone within 5 cents at 8 kHz", arguments: frequencies)
  func lowRate(frequency: Double) throws {
    let tone = periodicTone(frequency, rate: 8000, count: 2000)
    let estimate = try #require(try estimate(tone, at: 8000))
    #expect(estimate.frequency.interval(above: Hertz(frequency)).magnitude < Cents(5))
  }

  @Test("measures a periodic tone at 192 kHz", arguments: [41.2, 329.63])
  func highRate(frequency: Double) throws {
    let tone = periodicTone(frequency, rate: 192_000, count: 48000)
    let estimate = try #require(try estimate(tone, at: 192_000))
    #expect(estimate.frequency.interval(above: Hertz(frequency)).magnitude < Cents(0.1))
  }

  @Test("is independent of the gain", arguments: [Float(1e-4), 0.01, 30, 1e6])
  func gainInvariance(gain: Float) throws {
    let tone = periodicTone(110, rate: 48000, count: 6000)
    let reference = try #require(try estimate(tone, at: 48000))
    let scaled = try #require(try estimate(tone.map { gain * $0 }, at: 48000))
    #expect(scaled.frequency.interval(above: reference.frequency).magnitude < Cents(0.01))
    #expect(abs(scaled.confidence - reference.confidence) < 0.001)
  }

  @Test("measures a missing fundamental", arguments: [41.2, 82.41, 196])
  func missingFundamental(frequency: Double) throws {
    let full = periodicTone(frequency, rate: 48000, count: 6000)
    let fundamental = periodicTone(frequency, rate: 48000, count: 6000, partials: 1)
    let estimate = try #require(try estimate(zip(full, fundamental).map { $0 - $1 }, at: 48000))
    #expect(estimate.frequency.interval(above: Hertz(frequency)).magnitude < Cents(1))
  }

  @Test("reports nothing in silence")
  func silence() throws {
    #expect(try estimate([Float](repeating: 0, count: 6000), at: 48000) == nil)
  }

  /// The high-pass of a stream leaves rounding of a constant, which repeats every few samples.
  @Test("reports nothing in samples below -110 dBFS that repeat exactly", arguments: [4, 90])
  func rounding(period: Int) throws {
    let samples = (0..<6000).map { $0 % period == 0 ? Float(1e-9) : 0 }
    #expect(try estimate(samples, at: 48000) == nil)
  }

  @Test("reports nothing for a tone below or just above its range", arguments: [20, 1421])
  func outside(frequency: Double) throws {
    let tone = periodicTone(frequency, rate: 44100, count: 6000, partials: 1)
    #expect(try estimate(tone, at: 44100) == nil)
  }

  /// A tone also repeats after two of its periods, which the range contains.
  @Test("reports half the frequency of a tone far above its range", arguments: [1692, 2400])
  func above(frequency: Double) throws {
    let tone = periodicTone(frequency, rate: 44100, count: 6000, partials: 1)
    let found = try #require(try estimate(tone, at: 44100))
    #expect(found.frequency.interval(above: Hertz(frequency / 2)).magnitude < Cents(0.1))
  }

  @Test("measures the multiples of a period near where they are expected")
  func multiples() throws {
    // The noise has dips beside the multiples of the short period.
    for seed in UInt64(1)...40 {
      var numbers = SplitMix64(seed: seed)
      let tone = periodicTone(1318.51, rate: 44100, count: 6000)
      let noisy = tone.map { $0 + numbers.nextSample(in: -0.06...0.06) }
      let found = try #require(try estimate(noisy, at: 44100))
      #expect(found.frequency.interval(above: Hertz(1318.51)).magnitude < Cents(20), "\(seed)")
    }
  }

  @Test("gives the same readings when new and after a reset")
  func reset() throws {
    let tone = periodicTone(110, rate: 48000, count: 12000)
    var detector = try FramedDetector(YINDetector(.init(sampleRate: SampleRate(48000))))
    var (first, again): ([PitchEstimate?], [PitchEstimate?]) = ([], [])
    for start in stride(from: 0, to: tone.count, by: 480) {
      detector.append(tone.span.extracting(start..<(start + 480)))
      first.append(detector.estimatePitch())
    }
    detector.reset()
    for start in stride(from: 0, to: tone.count, by: 480) {
      detector.append(tone.span.extracting(start..<(start + 480)))
      again.append(detector.estimatePitch())
    }
    #expect(first == again)
    #expect(first[0] == nil, "a frame of 85 ms is not full after 10 ms")
    #expect(first[24] != nil)
  }

  @Test("has no confidence in white noise", arguments: [UInt64](1...40))
  func noise(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    let samples = numbers.samples(6000)
    let confidence = try estimate(samples, at: 48000)?.confidence ?? 0
    #expect(confidence < 0.3, "seed \(seed)")
  }

  /// Noise of −40 dB under a sine; the standard error is compared with the spread over 200 draws.
  @Test("reports its standard error", arguments: [110.0, 440])
  func standardError(frequency: Double) throws {
    var numbers = SplitMix64(seed: 9)
    var (squares, claimed) = (0.0, 0.0)
    let draws = 200
    let tone = periodicTone(frequency, rate: 48000, count: 6000, partials: 1)
    for _ in 0..<draws {
      let noisy = makeSamples(tone.count) { tone[$0] + numbers.nextSample(in: -0.002...0.002) }
      let estimate = try #require(try estimate(noisy, at: 48000))
      let error = estimate.frequency.interval(above: Hertz(frequency)).value
      let sigma = try #require(estimate.sigma).value
      squares += error * error
      claimed += sigma * sigma
    }
    let ratio = (squares / claimed).squareRoot()
    #expect((0.5...2).contains(ratio))
  }

  @Test("refuses an unsupported configuration and names the supported range")
  func refuses() throws {
    #expect(
      throws: PitchDetectionError.sampleRateUnsupported(
        required: SampleRate.supported, actual: SampleRate(4000))
    ) { _ = try YINDetector(.init(sampleRate: SampleRate(4000))) }
    #expect(throws: PitchDetectionError.thresholdOutOfRange(actual: 1.5)) {
      _ = try YINDetector(.init(sampleRate: SampleRate(48000), threshold: 1.5))
    }
    #expect(
      throws: PitchDetectionError.rangeUnsupported(
        required: PitchRange.supported, actual: Hertz(10))
    ) { _ = try PitchRange(lowest: Hertz(10), highest: Hertz(400)) }
    #expect(throws: PitchDetectionError.rangeEmpty(lowest: Hertz(100), highest: Hertz(100))) {
      _ = try PitchRange(lowest: Hertz(100), highest: Hertz(100))
    }
    #expect(throws: PitchDetectionError.self) {
      _ = try PitchRange(lowest: Hertz(.nan), highest: Hertz(100))
    }
  }
}
