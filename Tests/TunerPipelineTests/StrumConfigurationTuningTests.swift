// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import Testing
import TunerPipeline
import Tuning

@Suite("Strum configuration of a tuning")
struct StrumConfigurationTuningTests {
  private let system = PitchSystem(reference: .concert)

  @Test("has one entry for every string, in order, with its target")
  func standard() throws {
    let configuration = try StrumConfiguration(
      tuning: .standard, system: system, sampleRate: SampleRate(48000))
    let expected = [82.4069, 110, 146.8324, 195.9977, 246.9417, 329.6276]
    #expect(configuration.strings.count == 6)
    for (string, frequency) in zip(configuration.strings, expected) {
      #expect(abs(string.target.value - frequency) < 1e-3)
      #expect(string.range == Cents(150))
    }
  }

  @Test("makes an engine for every preset")
  func presets() throws {
    for tuning in InstrumentTuning.presets {
      let configuration = try StrumConfiguration(
        tuning: tuning, system: system, sampleRate: SampleRate(44100))
      let engine = try StrumEngine(configuration)
      #expect(engine.stringCount == configuration.strings.count, "\(tuning.id)")
    }
  }

  @Test("has one entry for the unison strings of a course")
  func unison() throws {
    let notes = [(40, 4), (40, 4), (45, 3), (59, 2), (59, 2), (64, 1)]
    let strings = notes.enumerated().map { index, note in
      GuitarString(
        position: notes.count - index, spelling: SpelledNote(Note(midi: note.0)), course: note.1)
    }
    let tuning = try InstrumentTuning(id: "pairs", name: "Pairs", strings: strings)
    let configuration = try StrumConfiguration(
      tuning: tuning, system: system, sampleRate: SampleRate(48000))
    #expect(configuration.strings.count == 4)
  }
}
