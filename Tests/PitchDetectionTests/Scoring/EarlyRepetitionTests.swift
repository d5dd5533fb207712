// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Early repetition")
struct EarlyRepetitionTests {
  private static let lag = 60.0

  // samples: at 12 kHz; age: seconds since the onset, if any; sounding: since the stream began;
  // steady: seconds at the same pitch; power: a share of the peak.
  private func similarity(
    of samples: [Float], age: Double? = nil, sounding: Double, steady: Double = 0,
    power: Double = 1
  ) throws -> Double? {
    try withPeriodicity(of: samples) { stream, periodicity in
      let update = UpdateContext(
        seconds: 0.005, isNewNote: false, age: age, sounding: sounding, sampleAge: nil, onset: nil,
        hasOnset: age != nil, count: stream.availableCount, power: 0.01)
      return EarlyRepetition.similarity(
        after: Self.lag, of: stream, periodicity, update,
        .init(steady: steady, remainingPower: power))
    }
  }

  /// A tone of 200 Hz with three partials, 40 ms long.
  private let tone = (0..<480).map { index -> Float in
    let phase = 2 * Double.pi * Double(index) / Self.lag
    return Float(0.1 * (sin(phase) + 0.5 * sin(2 * phase + 1) + 0.3 * sin(3 * phase + 2)))
  }

  @Test("counts at the start of a stream, less than after an onset")
  func opening() throws {
    let opening = try #require(try similarity(of: tone, sounding: 0.04))
    let struck = try #require(try similarity(of: tone, age: 0.02, sounding: 0.02))
    #expect(struck > 0.95)
    #expect((0.84...0.88).contains(opening))
    let held = try #require(try similarity(of: tone, sounding: 0.04, steady: 0.01))
    #expect((0.92...0.96).contains(held))
  }

  @Test("does not count later in a stream without an onset, nor in its first 12 ms")
  func later() throws {
    for sounding in [0.21, 0.011] {
      let result = try similarity(of: tone, sounding: sounding)
      #expect(result == nil, "\(sounding) s")
    }
  }

  /// The tone with noise of this amplitude in its first half, as in an attack.
  private func attack(_ amplitude: Float) -> [Float] {
    var numbers = SplitMix64(seed: 3)
    return tone.indices.map { index in
      tone[index]
        + (index < 240 ? Float.random(in: -amplitude...amplitude, using: &numbers) : 0)
    }
  }

  @Test("does not count at the start of a stream where the newest samples alone repeat")
  func newestAlone() throws {
    let noisy = attack(0.3)
    let opening = try similarity(of: noisy, sounding: 0.04)
    #expect(opening == nil)
    let struck = try #require(try similarity(of: noisy, age: 0.02, sounding: 0.02))
    #expect(struck > 0.9)
  }

  @Test("counts in the noise of an attack while the sound has not decayed")
  func attack() throws {
    let noisy = attack(0.15)
    let opening = try #require(try similarity(of: noisy, sounding: 0.04))
    #expect(opening > 0.8)
    let decayed = try similarity(of: noisy, sounding: 0.04, power: 0.1)
    #expect(decayed == nil)
    let struck = try #require(try similarity(of: noisy, age: 0.15, sounding: 0.15))
    #expect((0.8...0.86).contains(struck))
    let muted = try similarity(of: noisy, age: 0.15, sounding: 0.15, power: 0.1)
    #expect(muted == nil)
    let late = try similarity(of: noisy, age: 0.21, sounding: 0.21)
    #expect(late == nil)
  }
}
