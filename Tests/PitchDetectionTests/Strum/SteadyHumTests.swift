// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Hum that sounds before a stroke")
struct SteadyHumTests {
  private static let levels = [1, 0.5, 0.5, 0.25, 0.25, 0.15, 0.15, 0.1]

  private func sound(
    of strings: [(first: Double, amplitudes: [Double])]
  ) throws -> SteadyHum.Sound {
    SteadyHum.sound(in: try measuredSpectrum(of: strings, count: 4096))
  }

  @Test(
    "has the frequency and the levels of its multiples", arguments: [50, 60, 100, 49.95, 60.06])
  func found(base: Double) throws {
    guard case .hum(let hum) = try sound(of: [(base, Self.levels)]) else {
      Issue.record("no hum is found")
      return
    }
    #expect(abs(hum.base - base) < 0.02)
    for (index, level) in Self.levels.enumerated() {
      // The power of a peak is a quarter of the squared amplitude, and lower between two bins.
      let ratio = hum.powers[index] / (level * level / 4)
      #expect(ratio > 0.7 && ratio < 1.02, "multiple \(index + 1)")
    }
    #expect(hum.powers[Self.levels.count] == 0)
  }

  @Test("is not a string, nor hum below a string")
  func other() throws {
    let sounds: [[(first: Double, amplitudes: [Double])]] = [
      [(196, Self.levels)], [(150, Self.levels)], [(50, Self.levels), (329.6, [2, 1])],
    ]
    for strings in sounds {
      guard case .other = try sound(of: strings) else {
        Issue.record("\(strings[0].0) Hz is not found as another sound")
        return
      }
    }
  }

  @Test("has three multiples, not three peaks at two of them")
  func peaksAtOneMultiple() throws {
    // Both peaks at 2400 Hz count as the twentieth multiple of 120 Hz.
    let strings: [(first: Double, amplitudes: [Double])] = [(360, [1]), (2396, [1]), (2404, [-1])]
    guard case .other = try sound(of: strings) else {
      Issue.record("three peaks are found as hum")
      return
    }
    guard case .hum = try sound(of: strings + [(480, [1])]) else {
      Issue.record("no hum of three multiples is found")
      return
    }
  }

  @Test("is absent in silence")
  func quiet() throws {
    guard case .quiet = try sound(of: []) else {
      Issue.record("silence has a sound")
      return
    }
  }

  /// Returns six strings in tune, with hum under them from the start.
  private func stroke(over base: Double, at level: Double) -> (samples: [Float], targets: [Hertz]) {
    let targets = [82.407, 110, 146.832, 195.998, 246.942, 329.628].map { Hertz($0) }
    let plucks = targets.enumerated().map { index, target in
      Pluck(
        string: StringModel(
          fundamental: target, inharmonicity: 5e-5,
          spectrum: PartialSpectrum(pluckPoint: 0.2, pickup: 0.5, tiltPerOctave: Decibels(-4)),
          decayTime: 1.5, phaseSeed: UInt64(index + 1)),
        onset: TestSignal.quiet + 0.5 + 0.03 * Double(index))
    }
    let signal = TestSignal(plucks: plucks, duration: TestSignal.quiet + 2.2)
    var samples = signal.render(at: SampleRate(48_000))
    let peak = samples.reduce(0) { max($0, abs($1)) }
    var draws = SplitMix64(seed: 1, name: "hum")
    for index in samples.indices {
      let time = Double(index) / 48_000
      var hum = 0.0
      for (place, amplitude) in Self.levels.enumerated() {
        let number = Double(place + 1)
        hum += amplitude * sin(2 * .pi * base * number * time + number)
      }
      let noise = Float(draws.nextUniform(in: -1e-3...1e-3))
      samples[index] += peak * (Float(hum * pow(10, level / 20)) + noise)
    }
    return (samples, targets)
  }

  @Test("moves no string", arguments: [50.0, 60], [-20.0, -26, -32, -40])
  func strings(base: Double, level: Double) throws {
    let (samples, targets) = stroke(over: base, at: level)
    let heard = try hearStrings(samples, targets: targets)
    let last = try #require(heard.first { $0.time >= TestSignal.quiet + 1.8 })
    var soundingCount = 0
    for (index, reading) in last.readings.enumerated() where reading.state == .sounding {
      soundingCount += 1
      let cents = try #require(reading.deviation).value
      #expect(abs(cents) < 5, "\(targets[index]) is read \(cents) cents off")
    }
    #expect(soundingCount >= 5)
  }
}
