// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Note arithmetic")
struct NoteTests {
  /// midi = 12·log2(f / A4) + 69; frequencies from ISO 16 (A4 = 440 Hz), to five digits.
  static let rows: [(name: String, midi: Int, frequency: Double)] = [
    ("C-1", 0, 8.1758), ("A#0", 22, 29.135), ("B0", 23, 30.868), ("E1", 28, 41.203),
    ("E2", 40, 82.407), ("A2", 45, 110), ("D3", 50, 146.83), ("G3", 55, 196.00),
    ("B3", 59, 246.94), ("C4", 60, 261.63), ("E4", 64, 329.63), ("A4", 69, 440),
    ("E6", 88, 1318.5), ("G9", 127, 12544),
  ]

  @Test("names and frequencies agree with ISO 16", arguments: rows)
  func names(row: (name: String, midi: Int, frequency: Double)) {
    let note = Note(midi: row.midi)
    #expect(note.description == row.name)
    #expect(Note(note.pitchClass, octave: note.octave) == note)
    let frequency = ReferencePitch.concert.frequency(of: note)
    #expect(abs(frequency.value / row.frequency - 1) < 5e-5)
    #expect(ReferencePitch.concert.nearestNote(to: frequency) == note)
  }

  @Test("the octave number changes at C, also below zero")
  func octaves() {
    #expect(Note(midi: 59).octave == 3)
    #expect(Note(midi: 60).octave == 4)
    #expect(Note(midi: -1).description == "B-2")
  }

  @Test("112 Hz is 31 cents above A2 and 108 Hz 32 below")
  func contractExample() {
    let cents = { (frequency: Double) in Hertz(frequency).interval(above: Hertz(110)).value }
    #expect(cents(112).rounded() == 31)
    #expect(abs(cents(108) + 31.77) < 0.005)
    #expect(ReferencePitch.concert.nearestNote(to: Hertz(112)).description == "A2")
  }

  @Test("every note scales with A4, from 390 to 490 Hz")
  func reference() throws {
    let reference = try ReferencePitch(a4: Hertz(432))
    #expect(reference.frequency(of: Note(midi: 45)).value == 108)
    for bad in [389.99, 490.01, .nan, .infinity, 0, -440] {
      #expect(throws: TuningError.self) { _ = try ReferencePitch(a4: Hertz(bad)) }
    }
    #expect(try ReferencePitch(a4: Hertz(390)).a4 == Hertz(390))
    #expect(try ReferencePitch(a4: Hertz(490)).a4 == Hertz(490))
  }
}
