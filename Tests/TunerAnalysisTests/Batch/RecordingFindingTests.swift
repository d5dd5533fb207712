// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@testable import NoteTracking
@testable import TunerAnalysis

@Suite("The finding about a recording's notes")
struct RecordingFindingTests {
  private func note(
    _ hertz: Double, level: Double?, cents: Double = 0, isChord: Bool = false
  ) -> TrackedNote {
    TrackedNote(
      start: .start, end: .start, frequency: Hertz(hertz), note: Note(midi: 40),
      cents: Cents(cents), confidence: 1, onsetLevel: level.map { Decibels($0) },
      isPolyphonic: isChord)
  }

  private func finding(_ notes: [TrackedNote]) -> RecordingFinding {
    RecordingFinding(notes, tolerance: .standard)
  }

  @Test("leaves out notes more than 30 dB below the loudest, whichever came first")
  func leavesFaintOut() {
    let (loud, limit) = (note(110, level: -10), note(165, level: -40))
    let faint = note(220, level: -40.1)
    for notes in [[loud, limit, faint], [faint, limit, loud]] {
      let finding = finding(notes)
      #expect(finding.noteCount == 2)
      #expect(Set(finding.frequencies) == [Hertz(110), Hertz(165)])
      #expect(finding.loudest == loud)
    }
  }

  @Test("names the loudest note of one string beside louder chords, the first one of equal notes")
  func namesLoudest() {
    let chord = note(110, level: -5, isChord: true)
    let (first, second) = (note(165, level: -20), note(220, level: -20))
    #expect(finding([chord, first, second]).loudest == first)
    #expect(finding([second, first, chord]).loudest == second)
    #expect(finding([chord, first, second]).chordCount == 1)
  }

  @Test("names a chord only if no note of one string is loud enough")
  func namesChord() {
    let chord = note(110, level: -5, isChord: true)
    let (faint, unknown) = (note(165, level: -50), note(220, level: nil))
    #expect(finding([faint, chord]).loudest == chord)
    #expect(finding([faint, chord]).frequencies.isEmpty)
    #expect(finding([faint, chord, unknown]).loudest == unknown)
    #expect(finding([]).loudest == nil)
  }

  @Test("prefers a note with a level to one without")
  func prefersLevels() {
    let (known, unknown) = (note(110, level: -20), note(165, level: nil))
    #expect(finding([unknown, known]).loudest == known)
    #expect(finding([unknown]).loudest == unknown)
  }

  @Test("counts notes within the tolerance, no chord and no faint note")
  func countsInTune() {
    let finding = finding([
      note(110, level: -10, cents: 10), note(165, level: -10, cents: -10.1),
      note(220, level: -10, isChord: true), note(330, level: -60),
    ])
    #expect(finding.inTuneCount == 1)
    #expect(finding.noteCount - finding.chordCount == 2)
  }
}
