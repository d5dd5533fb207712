// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import OfflineAnalysis
import TestSignals
import Testing

/// Noises and strings in noise.
extension StrumAnalysisTests {
  @Test("a noise over a ringing string begins no stroke", arguments: 0..<6)
  func noiseOverString(string: Int) throws {
    let strum = one(string)
    var samples = rendered(strum, lasting: 3.5)
    // As much energy of the second difference as ten times that of the string before it.
    let begin = Int((strum.firstOnset + 2) * 48_000)
    let difference = { (index: Int) in samples[index] - 2 * samples[index - 1] + samples[index - 2]
    }
    let energy = ((begin - 2400)..<begin).reduce(0.0) { $0 + pow(Double(difference($1)), 2) }
    let level = (10 * energy / 2400 / 6).squareRoot()
    var gaussian = GaussianSource(SplitMix64(seed: 9))
    for index in begin..<(begin + 9600) {
      let fall = exp(-Double(index - begin) / 1440)
      samples[index] += Float(level * fall * gaussian.next())
    }
    let outcome = try outcome(of: samples, strum)
    try #require(outcome.strokes.count == 1)
    #expect(outcome.strokes[0].readings[string].state == .sounding)
    #expect(outcome.strokes[0].end.seconds(at: Self.rate) > strum.firstOnset + 2.5)
  }

  @Test("a recording that is cut while the strings ring begins within their stroke")
  func cutStroke() throws {
    let strings = StrumDraw.guitar.strum(seed: 1).voices.map(\.target)
    let plucks = strings.enumerated().map { index, target in
      Pluck(
        string: StringModel(
          fundamental: target, inharmonicity: 5e-5,
          spectrum: PartialSpectrum(pluckPoint: 0.2, pickup: 0.5, tiltPerOctave: Decibels(-4)),
          decayTime: 6, phaseSeed: UInt64(index + 1)), onset: 0.1)
    }
    let samples = TestSignal(plucks: plucks, duration: 3).render(at: Self.rate)
    let outcome = try outcome(of: Array(samples[48_000...]), StrumDraw.guitar.strum(seed: 1))
    try #require(outcome.strokes.count == 1)
    #expect(outcome.strokes[0].start == .start)
    for reading in outcome.strokes[0].readings {
      #expect(reading.state == .sounding)
      #expect(abs(try #require(reading.deviation).value) < 1)
    }
  }

  @Test("noise from the first sample on is no stroke", arguments: NoiseColour.allCases)
  func noiseAlone(colour: NoiseColour) throws {
    for seed in UInt64(0)..<4 {
      let signal = TestSignal(
        plucks: [], noise: Noise(colour: colour, power: 1e-4, seed: seed), duration: 2)
      let outcome = try outcome(
        of: signal.render(at: Self.rate), StrumDraw.guitar.strum(seed: 1))
      #expect(outcome.strokes.isEmpty, "seed \(seed)")
    }
  }

  /// Mains hum, with or without hiss, with an RMS of −60 dB.
  private func hum(_ colour: NoiseColour = .hum, seed: UInt64, lasting seconds: Double) -> [Float] {
    TestSignal(
      plucks: [], noise: Noise(colour: colour, power: 1e-6, seed: seed), duration: seconds
    ).render(at: Self.rate)
  }

  /// Adds a noise that falls to 1/e in 50 ms.
  private func addNoise(
    _ decibels: Double, at seconds: Double, seed: UInt64, to samples: inout [Float]
  ) {
    var gaussian = GaussianSource(SplitMix64(seed: seed))
    let begin = Int(seconds * 48_000)
    for index in begin..<min(samples.count, begin + 24_000) {
      let fall = exp(-Double(index - begin) / 2400)
      samples[index] += Float(pow(10, decibels / 20) * fall * gaussian.next())
    }
  }

  @Test("a noise over mains hum begins no stroke", arguments: [-50.0, -44, -38, -32])
  func noiseOverHum(decibels: Double) throws {
    for seed in UInt64(0)..<4 {
      var samples = hum(seed: seed, lasting: 3)
      addNoise(decibels, at: 1, seed: 2 * seed, to: &samples)
      addNoise(decibels, at: 2, seed: 2 * seed + 1, to: &samples)
      let strokes = try outcome(of: samples, StrumDraw.guitar.strum(seed: 1)).strokes
      #expect(strokes.isEmpty, "seed \(seed)")
    }
  }

  @Test("a recording that begins in mains hum has no stroke", arguments: [0.15, 0.25, 0.35])
  func humAtStart(seconds: Double) throws {
    for seed in UInt64(0)..<4 {
      var samples = hum(seed: seed, lasting: 1.5)
      addNoise(-40, at: seconds, seed: seed, to: &samples)
      let strokes = try outcome(of: samples, StrumDraw.guitar.strum(seed: 1)).strokes
      #expect(strokes.isEmpty, "seed \(seed)")
    }
  }

  @Test("mains hum that begins, with a noise, is no stroke", arguments: [-90.0, -70, -50])
  func humBegins(decibels: Double) throws {
    for seed in UInt64(0)..<4 {
      let hum = hum(seed: seed, lasting: 2.5)
      var samples = TestSignal(
        plucks: [], noise: Noise(colour: .white, power: 1e-10, seed: seed), duration: 2.5
      ).render(at: Self.rate)
      for index in 48_000..<samples.count { samples[index] += 3 * hum[index] }
      addNoise(decibels, at: 1, seed: seed, to: &samples)
      let strokes = try outcome(of: samples, StrumDraw.guitar.strum(seed: 1)).strokes
      #expect(strokes.isEmpty, "seed \(seed)")
    }
  }

  @Test("a string at a multiple of 50 or 60 Hz begins a stroke", arguments: [150.0, 200, 240, 250])
  func stringAtMultiple(frequency: Double) throws {
    let strings = [150: 2, 200: 3, 240: 4, 250: 4]
    let string = try #require(strings[Int(frequency)])
    var strum = one(string)
    strum.voices[string].pluck.string.fundamental = Hertz(frequency)
    strum.voices[string].pluck.string.glide = nil
    let strokes = try outcome(of: rendered(strum, lasting: 2), strum).strokes
    try #require(strokes.count == 1)
    #expect(strokes[0].readings[string].state == .sounding)
  }

  @Test(
    "a tone of one frequency begins no stroke", arguments: [150.0, 240, 350], UInt64(2)..<6)
  func tone(frequency: Double, seed: UInt64) throws {
    var samples = TestSignal(
      plucks: [], noise: Noise(colour: .white, power: 1e-8, seed: seed), duration: 2.5
    ).render(at: Self.rate)
    for index in 48_000..<samples.count {
      samples[index] += Float(0.02 * sin(2 * .pi * frequency * Double(index) / 48_000))
    }
    #expect(try outcome(of: samples, StrumDraw.guitar.strum(seed: 1)).strokes.isEmpty)
  }

  @Test("a string that is plucked in mains hum begins a stroke", arguments: 0..<6)
  func stringInHum(string: Int) throws {
    let strum = one(string)
    let played = rendered(strum, lasting: 2)
    let power = played[24_000..<48_000].reduce(0) { $0 + $1 * $1 } / 24_000
    // As loud as half a second of the string, and 10 dB fainter.
    for (colour, decibels) in [(NoiseColour.hum, 0.0), (.hum, -10), (.mix, -10)] {
      var samples = hum(colour, seed: 5, lasting: 3.5)
      let level = (power * Float(pow(10, decibels / 10)) / 1e-6).squareRoot()
      for index in samples.indices {
        samples[index] *= level
        if index >= 48_000, index - 48_000 < played.count {
          samples[index] += played[index - 48_000]
        }
      }
      let strokes = try outcome(of: samples, strum).strokes
      try #require(strokes.count == 1, "\(colour), \(decibels) dB")
      let onset = strum.firstOnset + 1
      #expect(abs(strokes[0].start.seconds(at: Self.rate) - onset) < 0.05)
      #expect(strokes[0].readings[string].state == .sounding)
    }
  }
}
