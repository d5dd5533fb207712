// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing

@testable import TestSignals

@Suite("Rooms in which nobody plays")
struct RoomTests {
  private static let rate = SampleRate(16_000)

  @Test("of the suite last at least 20 minutes")
  func duration() {
    let cases = SignalSet.rooms.cases(seed: 1, draws: 3)
    let seconds = cases.reduce(0) { $0 + $1.signal(at: Self.rate).duration }
    #expect(seconds >= 1200)
    #expect(cases.allSatisfy { $0.signal(at: Self.rate).plucks.isEmpty && $0.note == nil })
  }

  @Test("repeat to the bit, and differ by their seed", arguments: RoomScene.allCases)
  func seeds(scene: RoomScene) {
    let room = Room(scene, seed: 7, duration: 4)
    let signal = TestSignal(plucks: [], room: room, duration: 4)
    let samples = signal.render(at: Self.rate)
    #expect(samples == signal.render(at: Self.rate))
    let other = TestSignal(plucks: [], room: Room(scene, seed: 8, duration: 4), duration: 4)
    #expect(samples != other.render(at: Self.rate))
    #expect(samples.allSatisfy { $0.isFinite })
    // Something louder than the background sounds within four seconds.
    #expect((samples.map(abs).max() ?? 0) > 0.002)
  }

  @Test("are added to the strings and end with their duration")
  func added() {
    let room = Room(.knocks, seed: 3, duration: 1)
    let alone = TestSignal(plucks: [], room: room, duration: 1.5).render(at: Self.rate)
    let string = StringModel(
      fundamental: Hertz(110), spectrum: PartialSpectrum(pluckPoint: 0.13, pickup: 0.21))
    let pluck = Pluck(string: string, onset: 0.2)
    let dry = TestSignal(plucks: [pluck], duration: 1.5).render(at: Self.rate)
    let both = TestSignal(plucks: [pluck], room: room, duration: 1.5).render(at: Self.rate)
    #expect(zip(both, zip(alone, dry)).allSatisfy { abs($0 - $1.0 - $1.1) < 1e-6 })
    #expect(alone[16_000...].allSatisfy { $0 == 0 })
    #expect(alone[15_990..<16_000].contains { $0 != 0 })
  }

  @Test("hold sung notes in singing alone", arguments: RoomScene.allCases)
  func sung(scene: RoomScene) {
    let parts = Room(scene, seed: 2, duration: 20).sungParts
    #expect(parts.isEmpty == (scene != .singing))
    let truth = SignalTruth(
      of: TestSignal(plucks: [], room: Room(scene, seed: 2, duration: 20), duration: 20),
      at: Self.rate)
    for part in parts {
      #expect(truth.isSung(at: part.lowerBound) && truth.isSung(at: part.upperBound))
    }
    #expect(!truth.isSung(at: 0))
    #expect(truth.firstPartial(at: 5) == nil)
  }
}

@Suite("Voices")
struct VoiceSynthesisTests {
  private static let rate = 16_000.0

  private func vowel(_ vowel: Vowel, pitch: Double) -> [Double] {
    let speaker = Speaker(
      pitch: pitch, formantScale: 1, jitter: 0, shimmer: 0, openQuotient: 0.6, breath: 0,
      slowness: 1)
    var utterance = Utterance(start: 0, speaker: speaker, amplitude: 0.5, seed: 1)
    utterance.segments = [.init(duration: 1, vowel: vowel, voice: 1)]
    utterance.knots = [.init(seconds: 0, semitones: 0), .init(seconds: 1, semitones: 0)]
    var synthesis = VoiceSynthesis(utterance, rate: Self.rate)
    return synthesis.render()
  }

  @Test("repeat with their pitch")
  func pitch() {
    let samples = vowel(.a, pitch: 125)[4000...]
    let period = Int(Self.rate / 125)
    let pairs = zip(samples.dropFirst(period), samples)
    let difference = pairs.reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    #expect(difference < 1e-3 * samples.reduce(0) { $0 + $1 * $1 })
  }

  /// Between its neighbours, a harmonic near a formant stands out.
  @Test("are loudest near the formants of their vowel", arguments: [Vowel.i, .a, .u, .ae])
  func formants(of vowel: Vowel) {
    let samples = self.vowel(vowel, pitch: 50)[4000...]
    func level(_ hertz: Double) -> Double {
      SpectralLine(in: samples, at: (hertz / 50).rounded() * 50 / Self.rate).magnitude
    }
    let (first, second) = (vowel.formants[0], vowel.formants[1])
    let valley = (first * second).squareRoot()
    #expect(level(first) > level(valley))
    #expect(level(first) > level(first / 2) || first < 300)
    #expect(level(second) > level((second + vowel.formants[2]) / 2))
  }

  @Test("follow the points of their pitch, linear in semitones, and their vibrato")
  func contour() {
    let speaker = Speaker(
      pitch: 100, formantScale: 1, jitter: 0, shimmer: 0, openQuotient: 0.6, breath: 0, slowness: 1)
    var utterance = Utterance(start: 0, speaker: speaker, amplitude: 1, seed: 1)
    utterance.knots = [
      .init(seconds: 0, semitones: 0), .init(seconds: 1, semitones: 12),
      .init(seconds: 2, semitones: -12),
    ]
    #expect(abs(utterance.pitch(at: -1) - 100) < 1e-9)
    #expect(abs(utterance.pitch(at: 0.5) - 100 * exp2(0.5)) < 1e-9)
    #expect(abs(utterance.pitch(at: 1.5) - 100) < 1e-9)
    #expect(abs(utterance.pitch(at: 3) - 50) < 1e-9)
    utterance.vibrato = .init(rate: 5, depth: 1)
    #expect(abs(utterance.pitch(at: 0.05) - 100 * exp2((0.6 + 1) / 12)) < 1e-9)
  }
}

@Suite("Blows")
struct StrikeTests {
  @Test("are decaying sines of their modes")
  func formula() {
    let strike = Strike(
      start: 0, modes: [.init(frequency: 60, quality: 10, amplitude: 1)], contact: 0.001, noise: 0,
      amplitude: 0.5, seed: 1)
    let rate = 8000.0
    let samples = strike.render(rate: rate)
    // 60 dB after 6.9·Q/(π·f).
    #expect(abs(Double(samples.count) / rate - (0.001 + 6.9 * 10 / .pi / 60)) < 0.001)
    let closed = { (index: Int) in
      exp(-.pi * 60 / 10 * Double(index) / rate) * sin(2 * .pi * 60 * Double(index) / rate)
    }
    let scale = samples[33] / closed(33)
    for index in stride(from: 20, to: samples.count, by: 17) {
      #expect(abs(samples[index] - scale * closed(index)) < 1e-9)
    }
    #expect(abs((samples.map(abs).max() ?? 0) - 0.5) < 1e-12)
  }
}

@Suite("Resonances")
struct ResonatorTests {
  @Test("pass 0 Hz unchanged and peak at their frequency")
  func gains() {
    var resonator = Resonator()
    resonator.tune(to: 1000, bandwidth: 50, rate: 16_000)
    var step = resonator
    var last = 0.0
    for _ in 0..<4000 { last = step.next(1) }
    #expect(abs(last - 1) < 1e-9)
    func gain(_ hertz: Double) -> Double {
      var resonator = resonator
      let output = (0..<16_000).map { resonator.next(sin(2 * .pi * hertz * Double($0) / 16_000)) }
      return output[8000...].map(abs).max() ?? 0
    }
    let peak = gain(1000)
    #expect(peak > gain(950) && peak > gain(1050))
    // Half of the power at half a bandwidth from the peak.
    #expect(abs(gain(1025) / peak - 0.5.squareRoot()) < 0.03)
  }
}
