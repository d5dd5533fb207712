// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Mixtures of recorded strings")
struct StrumMixtureTests {
  /// Notes of a guitar: synthetic strings without a glide, so that their first partials are known.
  private static func notes(of guitar: String, rate: Int = 44_100) -> [GuitarNote] {
    [39, 41, 45, 50, 51, 55, 60, 64].map { midi in
      let frequency = TestNote(midi).frequency.raised(by: Cents(Double(midi % 7) - 3))
      let string = StringModel(
        fundamental: frequency, inharmonicity: 1e-4,
        spectrum: PartialSpectrum(pluckPoint: 0.21, pickup: 0.17), decayTime: 3,
        phaseSeed: UInt64(midi), level: Decibels(-20))
      let signal = TestSignal(plucks: [Pluck(string: string, onset: 0.4)], duration: 2.5)
      return GuitarNote(
        name: "\(guitar) \(midi)", guitar: guitar, sampleRate: SampleRate(rate),
        samples: signal.render(at: SampleRate(rate)), onset: 0.4 * Double(rate),
        firstPartial: string.settledFrequency(ofPartial: 1))
    }
  }

  private static let all = GuitarNotes(
    notes: notes(of: "a") + notes(of: "b", rate: 22_050))
  private static let strings = StrumSet.standard.map(TestNote.init)

  @Test("are the same for the same seed, over all guitars in turn")
  func seeds() {
    let mixtures = StrumMixture.draw(12, seed: 5, from: Self.all)
    #expect(mixtures.count == 12)
    #expect(mixtures == StrumMixture.draw(12, seed: 5, from: Self.all))
    #expect(mixtures != StrumMixture.draw(12, seed: 6, from: Self.all))
    #expect(Set(mixtures.map(\.guitar)) == ["a", "b"])
    // A mixture does not depend on how many are drawn.
    #expect(Array(mixtures.prefix(3)) == StrumMixture.draw(3, seed: 5, from: Self.all))
  }

  @Test("stay within the drawn ranges, and take notes of one guitar that lie near the string")
  func ranges() throws {
    for mixture in StrumMixture.draw(40, seed: 1, from: Self.all) {
      #expect(mixture.voices.count { $0.note != nil } >= 2)
      #expect(mixture.lastOnset - mixture.firstOnset <= 0.06 * 5 + 1e-9)
      for voice in mixture.voices {
        #expect(abs(voice.detuning) <= 40 && abs(voice.level) <= 6)
        guard let index = voice.note else { continue }
        let note = Self.all.notes[index]
        #expect(note.guitar == mixture.guitar)
        #expect(note.firstPartial.interval(above: voice.target).magnitude.value <= 260)
      }
    }
  }

  @Test("are none without notes that fit a string")
  func none() {
    #expect(StrumMixture.draw(3, seed: 1, from: GuitarNotes(notes: [])).isEmpty)
    let high = Self.notes(of: "a").map { note in
      GuitarNote(
        name: note.name, guitar: note.guitar, sampleRate: note.sampleRate, samples: note.samples,
        onset: note.onset, firstPartial: Hertz(2000))
    }
    #expect(StrumMixture.draw(3, seed: 1, from: GuitarNotes(notes: high)).isEmpty)
  }

  @Test("have the truth that is measured of each string alone")
  func truth() throws {
    for mixture in StrumMixture.draw(4, seed: 9, from: Self.all) {
      let trial = StrumTrial(
        mixture, notes: Self.all, named: "mixture", resampler: SincResampler())
      #expect(trial.input.samples.count == Int((mixture.lastOnset + 1.15) * 48_000))
      #expect(trial.input.samples.allSatisfy { abs($0) < 1 })
      for (index, voice) in mixture.voices.enumerated() {
        for seconds in [0.25, 0.5, 1] {
          let truth = trial.truth(index, mixture.lastOnset + seconds)
          guard voice.note != nil else {
            #expect(truth == .silent)
            continue
          }
          let cents = try #require(truth.cents)
          #expect(abs(cents - voice.detuning) < 0.05, "\(index) after \(seconds) s: \(cents)")
          let reference = try #require(trial.references[index])
          #expect(abs(reference.interval(above: voice.target).value - voice.detuning) < 1e-6)
        }
      }
    }
  }

  @Test("begin at the pluck, and are read by the engine")
  func heard() throws {
    let mixture = try #require(StrumMixture.draw(1, seed: 2, from: Self.all).first)
    let trial = StrumTrial(
      mixture, notes: Self.all, named: "mixture", resampler: SincResampler())
    let before = Int((mixture.firstOnset - 0.012) * 48_000)
    #expect(trial.input.samples[..<before].allSatisfy { abs($0) < 1e-3 })
    let result = StrumResult(
      index: 0, trial: trial, contestant: "engine",
      answers: try StrumEngineContestant().answers(to: trial.input))
    let figures = StrumFigures(readings: result.outcomes.filter { $0.seconds == 1 })
    #expect(figures.answered == 1)
    #expect(try #require(figures.high) < 1)
    #expect(try #require(result.complete) < 0.5)
  }
}
