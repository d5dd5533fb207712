// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing

@testable import TunerAnalysis

@Suite("The samples of a tone")
struct ToneSamplesTests {
  private func all(_ samples: ToneSamples) -> [Float] {
    var (samples, whole) = (samples, [Float]())
    while case let block = samples.next(), !block.isEmpty { whole += block }
    return whole
  }

  /// The sum of the partials of a whole tone at once, scaled to its peak.
  private func reference(
    _ wave: ToneWave, _ hertz: Double, seconds: Double, level: Double, rate: Double
  ) -> [Double] {
    let count = Int((seconds * rate).rounded())
    let partials = wave == .sine ? 1...1 : 1...max(1, min(24, Int((rate / 2 / hertz).nextDown)))
    let sound = (0..<count).map { (index: Int) -> Double in
      let time = Double(index) / rate
      var sum = 0.0
      for number in partials {
        let n = Double(number)
        let amplitude = wave == .sine ? 1 : abs(sin(n * Double.pi * 0.18)) / n
        let decay = wave == .sine ? 1 : exp(-time * pow(n, 0.7) / 1.5)
        sum += amplitude * decay * sin(2 * Double.pi * n * hertz * time)
      }
      // Raised cosines of 5 ms at both ends, and none at the start of a pluck.
      let rise = wave == .pluck ? 1 : min(1, time / 0.005)
      let fall = min(1, Double(count - 1 - index) / (0.005 * rate))
      let ramps = [rise, fall].map { (share: Double) in (1 - cos(Double.pi * share)) / 2 }
      return sum * ramps[0] * ramps[1]
    }
    let peak = sound.map(\.magnitude).max() ?? 1
    return sound.map { pow(10, level / 20) * $0 / peak }
  }

  @Test(
    "are those of the whole tone, whose peak has the level",
    arguments: [ToneWave.pluck, .sine], [41.2, 82.41, 440, 5000])
  func wholeTone(wave: ToneWave, hertz: Double) {
    for (seconds, rate) in [(0.1, 12_000), (0.004, 48_000), (1.7, 48_000)] {
      let found = all(
        ToneSamples(
          Tone(wave: wave, seconds: seconds, level: Decibels(-12)), of: Hertz(hertz),
          at: SampleRate(rate)))
      let expected = reference(
        wave, hertz, seconds: seconds, level: -12, rate: Double(rate))
      #expect(found.count == expected.count)
      // The reference computes the phase of large numbers, with an error of 1e-9.
      #expect(
        zip(found, expected).allSatisfy { abs(Double($0) - $1) < 1e-7 }, "\(seconds) s, \(rate) Hz")
    }
  }

  @Test("a long pluck needs less than a second of it before its first block")
  func firstBlock() {
    for hertz in [27.5, 82.41, 440, 3000] {
      let samples = ToneSamples(
        Tone(wave: .pluck, seconds: 600, level: Decibels(-12)), of: Hertz(hertz),
        at: SampleRate(48_000))
      #expect(samples.count == 28_800_000)
      #expect(samples.examinedCount < 48_000, "\(hertz) Hz: \(samples.examinedCount)")
    }
  }
}
