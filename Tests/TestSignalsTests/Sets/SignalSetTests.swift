// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@Suite("Signal sets")
struct SignalSetTests {
  static let rate = SampleRate(48_000)
  static let all = SignalSet.allCases.flatMap { $0.cases(seed: 1, draws: 2) }

  @Test("have a unique name for every case")
  func identifiers() {
    // 67 notes · 2 draws in seven sets and, at seven ratios, in three; 4 colours · 7 levels · 2
    // draws; 10 strings · 3 harmonics · 9 levels · 2 draws; 16 kinds of rooms · 2 draws.
    #expect(Self.all.count == 134 * (7 + 3 * 7) + 56 + 540 + 32)
    #expect(Set(Self.all.map(\.identifier)).count == Self.all.count)
    let names = Set(Self.all.map(\.identifier))
    for name in [
      "string/E2/1", "clean/A#0/0", "noise-pink/E6/-5dB/0", "unvoiced/hum/-40dBFS/1",
      "touched/E2/2/-10dB/0", "rooms/knocks/1",
    ] { #expect(names.contains(name)) }
  }

  @Test("give a case the same signal, independent of the other cases")
  func independence() throws {
    let alone = try #require(SignalSet.string.cases(seed: 1, notes: [TestNote(40)]).first)
    let among = try #require(Self.all.first { $0.identifier == "string/E2/0" })
    #expect(alone.signal(at: Self.rate) == among.signal(at: Self.rate))
    let reseeded = try #require(SignalSet.string.cases(seed: 2, notes: [TestNote(40)]).first)
    #expect(reseeded.signal(at: Self.rate) != alone.signal(at: Self.rate))
  }

  @Test("draw within the specified ranges and start after 0.25 s")
  func ranges() throws {
    var spread: [Double] = []
    for item in SignalSet.string.cases(seed: 9, draws: 6) {
      let signal = item.signal(at: Self.rate)
      let pluck = try #require(signal.plucks.first)
      let note = try #require(item.note)
      let settled = pluck.string.settledFrequency(ofPartial: 1)
      #expect(settled.interval(above: note.frequency).magnitude.value <= 50.000_001)
      let glide = try #require(pluck.string.glide)
      #expect((2...20).contains(glide.interval.value) && glide.timeConstant == 0.08)
      #expect((0.07...0.28).contains(pluck.string.spectrum.pluckPoint))
      #expect((0.08...0.3).contains(pluck.string.spectrum.pickup))
      #expect((-3...2).contains(pluck.string.spectrum.tiltPerOctave.value))
      #expect(pluck.onset == 0.25 && signal.duration >= 0.25 + 1.4)
      spread.append(log(pluck.string.inharmonicity / note.inharmonicity))
    }
    // N(0, 0.35), 402 values: five standard errors.
    let mean = spread.reduce(0, +) / 402
    let deviation = (spread.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 401).squareRoot()
    #expect(abs(mean) < 5 * 0.35 / 402.0.squareRoot())
    #expect(abs(deviation - 0.35) < 5 * 0.35 / 804.0.squareRoot())
  }

  /// The open strings of the set, and B ∝ 1/L² an octave up the neck.
  @Test("take B and the decay from the string's register")
  func registers() {
    let open = [
      23: 3.5e-4, 28: 2.5e-4, 40: 1.3e-4, 45: 8e-5, 50: 6e-5, 55: 1.2e-4, 59: 5e-5, 64: 3e-5,
    ]
    for (midi, value) in open { #expect(TestNote(midi).inharmonicity == value) }
    #expect(abs(TestNote(76).inharmonicity / (4 * 3e-5) - 1) < 1e-12)
    // 30.868 Hz is 0.0411 octaves above 30, and 1300 Hz 5.4374: 2.5 s fall over these.
    #expect(abs(TestNote(23).decayTime - (3 - 2.5 * 0.0411 / 5.4374)) < 1e-3)
    #expect(abs(TestNote(88).decayTime - 0.5) < 0.01)
    // Equal steps of a semitone are equal steps in seconds.
    let steps = zip(TestNote.all, TestNote.all.dropFirst()).map { $0.decayTime - $1.decayTime }
    #expect(steps.allSatisfy { abs($0 - 2.5 / (12 * 5.4374)) < 1e-4 })
  }

  @Test(
    "weaken partial 1 by 30 and by 120 dB", arguments: [(SignalSet.weak, -30.0), (.missing, -120)])
  func weakFundamental(set: SignalSet, decibels: Double) throws {
    for item in set.cases(seed: 3) {
      let pluck = try #require(item.signal(at: Self.rate).plucks.first)
      let partials = PartialTable(of: pluck.string, at: Self.rate).partials
      let strongest = try #require(partials.dropFirst().map(\.amplitude).max())
      #expect(abs(20 * log10(partials[0].amplitude / strongest) - decibels) < 1e-9)
    }
  }

  @Test("are silent before the pluck, harmonic or constant where they are defined so")
  func clean() throws {
    let item = try #require(SignalSet.clean.cases(seed: 1, notes: [TestNote(64)]).first)
    let signal = item.signal(at: Self.rate)
    let samples = signal.render(at: Self.rate)
    #expect(samples[...12_000].allSatisfy { $0 == 0 })
    #expect(samples[12_000..<12_100].contains { $0 != 0 })
    let truth = SignalTruth(of: signal, at: Self.rate)
    #expect(truth.onsets(at: Self.rate) == [SamplePosition(12_000)])
    #expect(truth.firstPartial(at: 0.2) == nil)
    #expect(truth.firstPartial(at: 0.26) == truth.firstPartial(at: 1.7))
    #expect(truth.fundamental(at: 1) == truth.firstPartial(at: 1))
    #expect(truth.isSteady(at: 1) && !truth.isSteady(at: 0.9) && !truth.isSteady(at: 1.7))
    #expect(truth.noiseVariance == 0)
  }

  @Test("have the requested signal-to-noise ratio", arguments: [20, 0, -5])
  func ratio(decibels: Int) throws {
    let item = try #require(
      SignalSet.noise(.white).cases(seed: 4, notes: [TestNote(76)]).first {
        $0.identifier.hasSuffix("/\(decibels)dB/0")
      })
    var signal = item.signal(at: Self.rate)
    let noisy = signal.render(at: Self.rate).map(Double.init)
    signal.noise = nil
    let string = signal.render(at: Self.rate).map(Double.init)
    let steady = 45_600..<79_200  // 0.25 + 0.7 … 0.25 + 1.4 s
    let power = string[steady].reduce(0) { $0 + $1 * $1 } / Double(steady.count)
    let noise =
      zip(noisy, string).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      / Double(noisy.count)
    // 86 400 values of noise: 0.1 dB is five standard errors.
    #expect(abs(10 * log10(power / noise) - Double(decibels)) < 0.15)
  }

  @Test("have no gap between legato notes")
  func legato() throws {
    for item in SignalSet.legato.cases(seed: 6, notes: [TestNote(40), TestNote(64)], draws: 2) {
      var signal = item.signal(at: Self.rate)
      signal.noise = nil
      let first = try #require(signal.plucks.first)
      let second = try #require(signal.plucks.last)
      #expect(signal.plucks.count == 2 && first.stop == second.onset)
      let cents = second.string.settledFrequency(ofPartial: 1)
        .interval(above: first.string.settledFrequency(ofPartial: 1)).value
      #expect(SignalSet.legatoIntervals.contains { abs(Double($0) * 100 - cents) <= 100.001 })
      let truth = SignalTruth(of: signal, at: Self.rate)
      #expect(
        truth.firstPartial(at: second.onset - 0.001)
          == first.string.frequency(ofPartial: 1, at: second.onset - 0.001 - first.onset))
      #expect(
        truth.firstPartial(at: second.onset) == second.string.frequency(ofPartial: 1, at: 0))
      for step in 0..<100 {
        let time = second.onset + Double(step) * 1e-4
        #expect(first.envelope(at: time) + second.envelope(at: time) > 0.8)
      }
      #expect(first.envelope(at: second.onset + 0.005) == 0)
    }
  }

  @Test("stay below full scale", arguments: SignalSet.allCases)
  func peak(set: SignalSet) throws {
    let rate = SampleRate(8000)
    let loudest = set.cases(seed: 8, notes: [TestNote(64), TestNote(88)]).suffix(8)
    #expect(!loudest.isEmpty)
    for item in loudest {
      let peak = try #require(item.signal(at: rate).render(at: rate).map(abs).max())
      #expect(peak < 1 && peak > 1e-4)
    }
  }

  /// Pinned on x86-64 glibc 2.36 in debug and release; sums over rounded values, so that another
  /// math library's last bits pass and a changed formula or draw does not.
  @Test("render the same signal on every run")
  func checksum() throws {
    let rate = SampleRate(8000)
    for (set, pinned) in Self.pinned {
      let item = try #require(set.cases(seed: 1, notes: [TestNote(64)]).first)
      let samples = item.signal(at: rate).render(at: rate)
      #expect(samples == item.signal(at: rate).render(at: rate))
      let sum = samples.enumerated().reduce(0.0) {
        $0 + Double($1.element) * cos(Double($1.offset))
      }
      #expect(abs(sum - pinned) < 1e-5, "\(set.name): \(sum)")
    }
  }

  static let pinned: [(SignalSet, Double)] = [
    (.clean, -1.723062308), (.string, -0.069627595), (.legato, 5.603135494),
    (.noise(.pink), 0.115253807), (.unvoiced, 0.012360299),
  ]
}
