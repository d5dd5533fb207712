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
      let trial = try StrumTrial(
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
    let trial = try StrumTrial(
      mixture, notes: Self.all, named: "mixture", resampler: SincResampler())
    let before = Int((mixture.firstOnset - 0.012) * 48_000)
    #expect(trial.input.samples[..<before].allSatisfy { abs($0) < 1e-3 })
    let result = StrumTrialResult(
      index: 0, trial: trial, contestant: "engine",
      answers: try StrumEngineContestant().answers(to: trial.input))
    let figures = StrumFigures(readings: result.outcomes.filter { $0.seconds == 1 })
    #expect(figures.answered == 1)
    #expect(try #require(figures.high) < 1)
    #expect(try #require(result.complete) < 0.5)
  }

  @Test("do not count a string as silent that rings in the recording of another")
  func ringing() throws {
    let notes = Self.all.notes.map { note in
      // An A2 string rings in the recordings of the E2 string.
      note.firstPartial.value < 90 ? Self.ringing(in: note, at: TestNote(45).frequency) : note
    }
    let all = GuitarNotes(notes: notes)
    var counts = (unknown: 0, silent: 0)
    for mixture in StrumMixture.draw(60, seed: 3, from: all) {
      guard mixture.voices[1].note == nil else { continue }
      let trial = try StrumTrial(
        mixture, notes: all, named: "mixture", resampler: SincResampler())
      let truth = trial.truth(1, mixture.lastOnset + 1)
      #expect(truth == (mixture.voices[0].note == nil ? .silent : .unknown))
      if truth == .unknown { counts.unknown += 1 } else { counts.silent += 1 }
    }
    #expect(counts.unknown > 2 && counts.silent > 0)
  }

  /// Adds a string 40 dB below the one of a note.
  private static func ringing(in note: GuitarNote, at frequency: Hertz) -> GuitarNote {
    let string = StringModel(
      fundamental: frequency, inharmonicity: 1e-4,
      spectrum: PartialSpectrum(pluckPoint: 0.21, pickup: 0.17), decayTime: 3, phaseSeed: 1,
      level: Decibels(-60))
    let signal = TestSignal(
      plucks: [Pluck(string: string, onset: 0.4)],
      duration: Double(note.samples.count) / Double(note.sampleRate.hertz))
    let samples = zip(note.samples, signal.render(at: note.sampleRate)).map { $0 + $1 }
    return GuitarNote(
      name: note.name, guitar: note.guitar, sampleRate: note.sampleRate, samples: samples,
      onset: note.onset, firstPartial: note.firstPartial)
  }
}
