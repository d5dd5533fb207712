// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@Suite("Strokes of further sets")
struct StrumAdditionsTests {
  private static let rate = SampleRate(48_000)

  private func draw(_ change: (inout StrumDraw) -> Void) -> StrumDraw {
    var draw = StrumDraw.guitar
    change(&draw)
    return draw
  }

  @Test("have the same strings as the guitar's stroke of that seed", arguments: UInt64(0)..<10)
  func sameStrings(seed: UInt64) {
    let plain = StrumDraw.guitar.strum(seed: seed)
    let others = [
      draw { $0.hasPolarisations = true }, draw { $0.noiseColour = .mix },
      draw { $0.courses = [4, 5] },
    ]
    for other in others.map({ $0.strum(seed: seed) }) {
      #expect(other.voices.map(\.pluck) == plain.voices.map(\.pluck))
      #expect(other.voices.map(\.isPlayed) == plain.voices.map(\.isPlayed))
    }
  }

  @Test("have a second polarisation that is weaker, decays slower and lies within a cent")
  func polarisations() throws {
    let strum = draw { $0.hasPolarisations = true }.strum(seed: 4)
    for voice in strum.voices {
      let first = voice.pluck.string
      #expect(voice.companions.count == 1)
      let second = try #require(voice.companions.first).string
      #expect((8...22).contains(first.level.value - second.level.value))
      let split = second.fundamental.interval(above: first.fundamental).magnitude.value
      #expect((0.05...0.8).contains(split))
      #expect(try #require(second.decayTime) > 1.2 * (try #require(first.decayTime)) - 1e-9)
      #expect(second.phaseSeed != first.phaseSeed)
    }
    #expect(
      strum.signal(at: Self.rate).plucks.count == 2 * strum.voices.count { $0.isPlayed })
  }

  @Test("have strings that a hand stops, and that are silent afterwards")
  func muted() throws {
    let draw = draw {
      $0.muted = 0.02...0.1
      $0.mutedShare = 0.25
    }
    let voices = (UInt64(0)..<40).flatMap { draw.strum(seed: $0).voices }
    let stopped = voices.count { $0.pluck.stop != nil }
    #expect((30...90).contains(stopped))
    var strum = try #require(
      (UInt64(0)..<9).map { draw.strum(seed: $0) }
        .first { $0.voices.contains { $0.pluck.stop != nil } })
    let string = try #require(strum.voices.firstIndex { $0.pluck.stop != nil })
    for other in strum.voices.indices { strum.voices[other].isPlayed = other == string }
    let pluck = strum.voices[string].pluck
    let stop = try #require(pluck.stop)
    #expect(strum.firstPartial(ofString: string, at: stop - 1e-3) != nil)
    #expect(strum.firstPartial(ofString: string, at: stop) == nil)
    strum.signalToNoise = 200
    let samples = strum.signal(at: Self.rate).render(at: Self.rate)
    #expect(samples[Int((stop + 0.01) * 48_000)...].allSatisfy { abs($0) < 1e-6 })
  }

  @Test("have fretted chords: the fretted note sounds, and the target is the open string")
  func chords() {
    let draw = draw {
      $0.missing = 0
      $0.chords = [[nil, 3, 2, 0, 1, 0]]
    }
    let strum = draw.strum(seed: 8)
    #expect(strum.voices.map(\.isPlayed) == [false, true, true, true, true, true])
    for (index, fret) in [0, 3, 2, 0, 1, 0].enumerated() where index > 0 {
      let voice = strum.voices[index]
      #expect(voice.target == draw.notes[index].frequency)
      let deviation = voice.pluck.string.settledFrequency(ofPartial: 1)
        .interval(above: voice.target).value
      #expect(abs(deviation - 100 * Double(fret)) <= 40 + 1e-9)
    }
  }

  @Test("have slower glides on request")
  func glides() throws {
    let draw = draw {
      $0.glide = 5...30
      $0.glideTime = 0.15...0.4
    }
    for voice in draw.strum(seed: 3).voices {
      let glide = try #require(voice.pluck.string.glide)
      #expect((0.15...0.4).contains(glide.timeConstant))
      #expect((5...30).contains(glide.interval.value))
    }
  }

  @Test("begin at the lowest or at the highest string on request", arguments: [0.0, 1.0])
  func direction(share: Double) {
    for seed in UInt64(0)..<10 {
      let voices = draw { $0.downStrokes = share }.strum(seed: seed).voices
      #expect((voices[0].pluck.onset < voices[5].pluck.onset) == (share == 1))
    }
  }

  @Test("have a knock on the body with one line for each mode")
  func knocks() {
    let strum = draw { $0.hasBody = true }.strum(seed: 5)
    for voice in strum.voices {
      let body = voice.pluck.string.body
      #expect(body.count == 3)
      #expect(voice.companions.map(\.string.fundamental) == body.map(\.frequency))
      for knock in voice.companions {
        #expect(knock.onset == voice.pluck.onset)
        let partials = PartialTable(of: knock.string, at: Self.rate).partials
        #expect(partials[1].amplitude < 1e-4 * partials[0].amplitude)
      }
    }
    #expect(Set(strum.voices.map(\.pluck.string.body)).count == 1)
  }
}
