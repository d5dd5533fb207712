// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@Suite("Strokes")
struct StrumTests {
  private let rate = SampleRate(48000)

  @Test("are the same for the same seed, and others for another")
  func seeds() {
    #expect(StrumDraw.guitar.strum(seed: 1) == StrumDraw.guitar.strum(seed: 1))
    #expect(StrumDraw.guitar.strum(seed: 1) != StrumDraw.guitar.strum(seed: 2))
  }

  @Test("stay within the drawn ranges, and have at least one string", arguments: UInt64(0)..<50)
  func ranges(seed: UInt64) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0.9
    let strum = draw.strum(seed: seed)
    #expect(strum.voices.contains { $0.isPlayed })
    #expect(strum.lastOnset - strum.firstOnset <= 0.06 * 5 + 0.006)
    for (voice, note) in zip(strum.voices, draw.notes) {
      #expect(voice.target == note.frequency)
      let first = voice.pluck.string.settledFrequency(ofPartial: 1)
      #expect(first.interval(above: voice.target).magnitude.value <= 40 + 1e-9)
      #expect(abs(voice.pluck.string.level.value - StringModel.standardLevel.value) <= 10)
      #expect(voice.pluck.onset >= TestSignal.quiet)
    }
  }

  @Test("begin in both directions")
  func directions() {
    let rises = (UInt64(0)..<40).map { seed -> Bool in
      let strum = StrumDraw.guitar.strum(seed: seed)
      return strum.voices[0].pluck.onset < strum.voices[5].pluck.onset
    }
    #expect(rises.contains(true) && rises.contains(false))
  }

  @Test("have the requested noise level below the strings")
  func noise() throws {
    var strum = StrumDraw.guitar.strum(seed: 4)
    strum.signalToNoise = 20
    let loud = try #require(strum.signal(at: rate).noise).power
    strum.signalToNoise = 40
    let quiet = try #require(strum.signal(at: rate).noise).power
    #expect(abs(loud / quiet - 100) < 1e-6)
    // The strings' power from 0.2 s after the last onset on is that of the samples.
    strum.signalToNoise = 200
    let samples = strum.signal(at: rate).render(at: rate)
    let start = Int((strum.lastOnset + 0.2) * 48000)
    let heard = samples[start..<(start + 38400)].reduce(0.0) { $0 + Double($1 * $1) } / 38400
    #expect(abs(heard / (quiet * 1e4) - 1) < 0.05)
  }

  @Test("give the true first partial of a played string from its onset on")
  func truth() throws {
    var strum = StrumDraw.guitar.strum(seed: 6)
    strum.voices[2].isPlayed = false
    strum.voices[3].isPlayed = true
    #expect(strum.firstPartial(ofString: 2, at: 1) == nil)
    #expect(strum.firstPartial(ofString: 3, at: 0.1) == nil)
    let late = try #require(strum.firstPartial(ofString: 3, at: 5))
    let settled = strum.voices[3].pluck.string.settledFrequency(ofPartial: 1)
    #expect(late.interval(above: settled).magnitude.value < 1e-6)
  }
}
