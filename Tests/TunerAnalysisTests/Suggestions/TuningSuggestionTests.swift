// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@testable import TunerAnalysis

@Suite("Another tuning is suggested only where the notes speak for it")
struct TuningSuggestionTests {
  private let system = PitchSystem(reference: .concert)

  /// The pitches of notes by their MIDI numbers, each with its own small deviation.
  private func pitches(_ notes: [Int], flatBy cents: Double = 0) -> HeardPitches {
    HeardPitches(
      notes.enumerated().map { index, note in
        let deviation = [3.0, -4, 0, 5, -2, 1][index % 6] - cents
        return Hertz(440).raised(by: Cents(100 * Double(note - 69) + deviation))
      }, reference: .concert)
  }

  private func suggestion(
    _ notes: [Int], insteadOf id: String = "standard", flatBy cents: Double = 0
  ) throws -> TuningSuggestion? {
    let chosen = try #require(InstrumentTuning.preset(id))
    return TuningSuggestion(pitches(notes, flatBy: cents), insteadOf: chosen, in: system)
  }

  private func strings(of tuning: InstrumentTuning) -> [Int] { tuning.strings.map(\.note.midi) }

  @Test(
    "the open strings of a built-in tuning suggest it or nothing, and it where most strings differ",
    arguments: ["standard", "bass_standard", "ukulele", "dadgad"])
  func openStrings(id: String) throws {
    let chosen = try #require(InstrumentTuning.preset(id))
    for tuning in InstrumentTuning.presets {
      let notes = strings(of: tuning)
      guard let found = try suggestion(notes, insteadOf: chosen.id) else {
        // Strings that the chosen tuning has at a fret speak less for another.
        let missing = Set(notes).subtracting(strings(of: chosen))
        #expect(missing.count <= 4, "\(tuning.id) against \(chosen.id)")
        continue
      }
      #expect(Set(strings(of: found.tuning)) == Set(notes), "\(tuning.id): \(found.tuning.id)")
      #expect(Set(strings(of: chosen)) != Set(notes))
    }
  }

  @Test(
    "the tunings that differ most suggest each other",
    arguments: [
      ("standard", "bass_standard"), ("standard", "bass_five"), ("standard", "ukulele"),
      ("standard", "drop_b"), ("standard", "half_step_down"), ("standard", "open_c"),
      ("standard", "cello"), ("bass_standard", "standard"), ("ukulele", "standard"),
      ("dadgad", "new_standard"),
    ])
  func wanted(chosen: String, played: String) throws {
    let tuning = try #require(InstrumentTuning.preset(played))
    let found = try #require(try suggestion(strings(of: tuning), insteadOf: chosen))
    #expect(found.tuning.id == played)
  }

  @Test("tunings with the same notes are named together")
  func equals() throws {
    let found = try #require(try suggestion([55, 62, 69, 76]))
    #expect(found.tuning.id == "mandolin" && found.equals.map(\.id) == ["violin"])
    let sentence = found.sentence(isWithoutCapo: false)
    #expect(sentence.contains("Mandolin or Violin.") && sentence.hasSuffix("-t mandolin"))
    let open = found.sentence(isWithoutCapo: true)
    #expect(open.contains("Violin without a capo.") && open.hasSuffix("-t mandolin --capo 0"))
  }

  @Test("where the notes are to decide, the open strings of each built-in tuning find it")
  func asked() throws {
    for tuning in InstrumentTuning.presets
    where Set(strings(of: tuning)) != Set(strings(of: .standard)) {
      let found = TuningSuggestion(
        pitches(strings(of: tuning)), insteadOf: .standard, in: system,
        leastAdvantage: TuningSuggestion.askedAdvantage)
      let notes = found.map { Set(strings(of: $0.tuning)) }
      #expect(notes == Set(strings(of: tuning)), "\(tuning.id): \(found?.tuning.id ?? "none")")
    }
  }

  @Test("a scale below the lowest string of a guitar suggests a bass")
  func bassScale() throws {
    let found = try #require(try suggestion(Array(28...45)))
    #expect(found.tuning.id == "bass_standard")
    #expect(try suggestion(Array(28...45), insteadOf: "bass_standard") == nil)
  }

  @Test(
    "an instrument that is flat as a whole keeps its tuning, and its A4 is told",
    arguments: [-45.0, -20, -8, 0, 8, 20, 45])
  func flatGuitar(cents: Double) throws {
    let notes = strings(of: .standard)
    #expect(try suggestion(notes, flatBy: cents) == nil)
    let fit = try #require(TuningFit(pitches(notes, flatBy: cents), .standard, in: system))
    #expect(abs(fit.offset.value + cents) < 3 && fit.openCount == 6 && fit.foreignCount == 0)
    let found = ReferenceSuggestion(fit, from: .concert, beyond: Cents(10))
    #expect((found != nil) == (abs(cents) > 10))
    if let found {
      // 440 · 2^(−cents / 1200), within 3 cents.
      #expect(abs(found.reference.a4.interval(above: Hertz(440)).value + cents) < 3)
      #expect(found.sentence.contains(cents > 0 ? "flat" : "sharp"))
    }
  }

  @Test("strings that are off in different directions share no A4")
  func scattered() throws {
    let heard = zip(strings(of: .standard), [-30.0, 12, -25, 31, -9, 22]).map { note, cents in
      Hertz(440).raised(by: Cents(100 * Double(note - 69) + cents))
    }
    let pitches = HeardPitches(heard, reference: .concert)
    let fit = try #require(TuningFit(pitches, .standard, in: system))
    #expect(ReferenceSuggestion(fit, from: .concert, beyond: Cents(10)) == nil)
  }

  @Test(
    "two pitches, and melodies on a guitar, suggest nothing",
    arguments: [
      [28, 33], [60, 64], [52, 55, 57, 59, 60, 62, 64, 67, 69, 71],
      [40, 43, 45, 47, 50, 52, 55, 57, 59, 62, 64], [57, 60, 62, 64, 65, 67, 69, 72],
    ])
  func melodies(notes: [Int]) throws {
    #expect(try suggestion(notes) == nil)
  }

  @Test("a string that is plucked many times is one pitch")
  func repeats() {
    let many = HeardPitches(
      [110, 110.3, 109.8, 146.9, 110.1].map { Hertz($0) }, reference: .concert)
    #expect(many.all.count == 2)
  }
}
