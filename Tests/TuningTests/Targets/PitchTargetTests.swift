// SPDX-License-Identifier: MIT

import Testing
import Tuning

@Suite("Labels of targets")
struct PitchTargetTests {
  private static let string = GuitarString(position: 5, spelling: SpelledNote(.b, .flat, octave: 1))

  @Test("a string has its number and the note as the tuning spells it")
  func strings() {
    #expect(PitchTarget.string(Self.string).description == "5:Bb1")
    #expect(Self.string.description == "5:Bb1")
  }

  @Test("a note is spelled with a sharp")
  func notes() {
    for midi in 0...127 {
      let note = Note(midi: midi)
      #expect(PitchTarget.note(note).description == note.description)
    }
  }

  @Test("a note has the spelling of the string that is its target, if both are the same key")
  func spelling() {
    let string = PitchTarget.string(Self.string)
    let key = Note(midi: 34)
    #expect(SpelledNote(key, for: string) == SpelledNote(.b, .flat, octave: 1))
    #expect(SpelledNote(Note(midi: 46), for: string).description == "A#2")
    #expect(SpelledNote(key, for: .note(key)).description == "A#1")
    #expect(SpelledNote(key, for: nil).description == "A#1")
  }

  @Test("a label has the language and the octaves of a notation")
  func notation() {
    let target = PitchTarget.string(Self.string)
    #expect(target.label(in: .german) == "5:B1")
    #expect(target.label(in: .solfege, octaves: .middleC3) == "5:Sib0")
    #expect(target.label(in: .english, octaves: .helmholtz) == "5:Bb,")
    #expect(PitchTarget.note(Note(midi: 61)).label(in: .german) == "Cis4")
  }
}
