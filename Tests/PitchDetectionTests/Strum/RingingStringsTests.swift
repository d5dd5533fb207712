// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Strings that ring during a noise")
struct RingingStringsTests {
  private let targets = [82.407, 110, 146.832, 195.998, 246.942, 329.628].map { Hertz($0) }
  private let rate = 48_000
  /// The time of the noise in seconds after the start.
  private let noiseTime = TestSignal.quiet + 1.7

  /// Returns the samples of six strings in tune.
  private func stroke() -> [Float] {
    let plucks = targets.enumerated().map { index, target in
      Pluck(
        string: StringModel(
          fundamental: target, inharmonicity: 5e-5,
          spectrum: PartialSpectrum(pluckPoint: 0.2, pickup: 0.5, tiltPerOctave: Decibels(-4)),
          decayTime: 1.5, phaseSeed: UInt64(index + 1)),
        onset: TestSignal.quiet + 0.5 + 0.03 * Double(index))
    }
    return TestSignal(plucks: plucks, duration: noiseTime + 1.2).render(at: SampleRate(rate))
  }

  /// Adds a burst of noise of some milliseconds.
  private func tap(_ samples: inout [Float]) {
    let peak = samples.reduce(0) { max($0, abs($1)) }
    var draws = SplitMix64(seed: 1, name: "tap")
    let start = Int(noiseTime * Double(rate))
    for index in start..<(start + rate / 10) {
      let fading = exp(-Double(index - start) / (0.01 * Double(rate)))
      samples[index] += peak * Float(fading * draws.nextUniform(in: -0.5...0.5))
    }
  }

  private func soundingCount(in samples: [Float], after seconds: Double) throws -> Int {
    let heard = try hearStrings(samples, targets: targets)
    let update = try #require(heard.first(after: noiseTime, by: seconds))
    return update.readings.count { $0.state == .sounding }
  }

  @Test("sound again after a tap")
  func tap() throws {
    var samples = stroke()
    tap(&samples)
    #expect(try soundingCount(in: samples, after: 0.9) == targets.count)
  }

  @Test("sound again after 2 ms of samples that are not numbers")
  func click() throws {
    var samples = stroke()
    let start = Int(noiseTime * Double(rate))
    for index in start..<(start + 96) { samples[index] = .nan }
    #expect(try soundingCount(in: samples, after: 0.9) == targets.count)
  }

  @Test("do not ring on after a noise in silence")
  func silence() throws {
    var samples = stroke()
    let damped = Int((noiseTime - 0.5) * Double(rate))
    for index in damped..<samples.count { samples[index] = 0 }
    tap(&samples)
    let heard = try hearStrings(samples, targets: targets)
    let update = try #require(heard.first(after: noiseTime, by: 0.9))
    #expect(update.readings.allSatisfy { $0.state != .sounding })
  }

  @Test("ring on only if they rang before the noise and sound after it")
  func states() {
    var strings = RingingStrings(stringCount: 1)
    let measurements = FixedArray(repeating: StrumMeasurement(), count: 1)
    var answers: [Bool] = []
    strings.beginOnset()
    answers.append(strings.soundAfterNoise())
    strings.update(measurements, isRinging: true)
    strings.beginOnset()
    answers.append(strings.ringOn)
    answers.append(strings.soundAfterNoise())
    answers.append(strings.ringOn)
    strings.beginOnset()
    answers.append(strings.ringOn)
    #expect(answers == [false, false, true, true, false])
  }
}
