// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PracticeGoals
import PracticeServices
import PracticeTesting
import Testing
import Tuning

@Suite("The rules of practice")
struct PracticeCounterTests {
  private static let rate = SampleRate(48_000)
  private let classifier = PitchClassifier(selection: .chromatic)

  /// One reading: its time in seconds and its pitch, `nil` for none that is clear.
  private struct Reading {
    var time: Double
    var hertz: Double?
  }

  /// Readings of so many seconds at so many a second.
  private func readings(
    seconds: Double, updates: Double = 20, _ pitch: (Double) -> Double?
  ) -> [Reading] {
    (1...Int(seconds * updates)).map { index in
      let time = Double(index) / updates
      return Reading(time: time, hertz: pitch(time))
    }
  }

  private func passages(_ readings: [Reading]) -> [Passage] {
    var counter = PracticeCounter(sampleRate: Self.rate, classifier: classifier)
    var passages: [Passage] = []
    for reading in readings {
      let position = SamplePosition(Int64((reading.time * 48_000).rounded()))
      let estimate = reading.hertz.map { PitchEstimate(frequency: Hertz($0), confidence: 0.95) }
      let result = classifier.classify(estimate, level: Decibels(-20), at: position)
      if let passage = counter.take(result) { passages.append(passage) }
    }
    if let passage = counter.finish() { passages.append(passage) }
    return passages
  }

  private func seconds(_ passages: [Passage]) -> (voiced: Double, practice: Double) {
    (
      Double(passages.reduce(0) { $0 + $1.voicedSamples }) / 48_000,
      Double(passages.reduce(0) { $0 + $1.practiceSamples }) / 48_000
    )
  }

  /// A scale in notes of half a second, of which the last tenth is silence.
  private func scale(_ time: Double) -> Double? {
    let steps = [0, 2, 4, 5, 7, 9, 11, 12]
    let note = Int(time / 0.5)
    // Less than a sample before: a reading at the very end is silent, however its time is rounded.
    guard time - Double(note) * 0.5 < 0.4 - 1e-6 else { return nil }
    return 110 * pow(2, Double(steps[note % steps.count]) / 12)
  }

  @Test("all voiced time of notes counts, at any update rate", arguments: [10.0, 20, 30, 60])
  func phrases(updates: Double) {
    let total = seconds(passages(readings(seconds: 60, updates: updates, scale)))
    // Four fifths of a minute: every update that is due in a note stands for the time since the
    // last.
    #expect(abs(total.voiced - 48) < 1e-9, "\(total.voiced) s")
    #expect(total.practice >= 0.95 * total.voiced)
  }

  /// The readings of a minute of four chords, 0.8 s each: the detector finds a note of each chord,
  /// but is never sure of it.
  private func chords(secondString: Double?) -> [Passage] {
    var counter = PracticeCounter(sampleRate: Self.rate, classifier: classifier)
    var passages: [Passage] = []
    for index in 1...1200 {
      let time = Double(index) / 20
      let root = [98, 130.81, 146.83, 82.41][Int(time / 0.8) % 4]
      let position = SamplePosition(Int64(time * 48_000))
      let result = PitchResult(
        timestamp: position,
        unclear: PitchEstimate(
          frequency: Hertz(root), confidence: 0.28, secondString: secondString),
        confidence: 0.28, level: Decibels(-20))
      if let passage = counter.take(result) { passages.append(passage) }
    }
    if let passage = counter.finish() { passages.append(passage) }
    return passages
  }

  @Test("chords count, in which no pitch is clear")
  func chords() {
    let heard = chords(secondString: 0.4)
    let total = seconds(heard)
    #expect(heard.allSatisfy { $0.noteCount == 0 && $0.inTuneCount == 0 })
    // All but the first half of a second, in which several strings are not yet detected.
    #expect(total.voiced > 59 && total.practice == total.voiced)
  }

  @Test("unclear readings of one string do not count", arguments: [nil, 0.02])
  func unclear(secondString: Double?) {
    #expect(seconds(chords(secondString: secondString)).voiced == 0)
  }

  @Test("notes are counted, and those of them that are in tune")
  func notes() {
    // A note's end is told when the next begins; 1 in 4 is 30 cents sharp, out of 10.
    let heard = passages(
      readings(seconds: 60) { time in
        let isSharp = Int(time / 0.5) % 4 == 3
        return scale(time).map { isSharp ? $0 * pow(2, 30 / 1200.0) : $0 }
      })
    let notes = heard.reduce(0) { $0 + $1.noteCount }
    let inTune = heard.reduce(0) { $0 + $1.inTuneCount }
    #expect((115...120).contains(notes))
    #expect((85...92).contains(inTune))
  }

  @Test("a gliding voice does not count, at any clarity")
  func speech() {
    // Falling by an octave a second, syllable by syllable: 60 cents from reading to reading.
    let total = seconds(
      passages(
        readings(seconds: 300) { time in
          let syllable = time.truncatingRemainder(dividingBy: 0.3)
          return syllable < 0.25 ? 200 * pow(2, -syllable) : nil
        }))
    #expect(total.voiced > 200)
    #expect(total.practice == 0)
  }

  @Test("silence and noise do not count")
  func silence() {
    let total = seconds(passages(readings(seconds: 300) { _ in nil }))
    #expect(total.voiced == 0 && total.practice == 0)
  }

  @Test(
    "one note, repeated or held for five minutes, counts for at most 60 s",
    arguments: [0.0, 1, 3, 8], [0.0, 7.9])
  func loopedNote(loop: Double, drift: Double) {
    // A note that decays and is struck again, a few cents sharp at each stroke; and octave errors.
    let total = seconds(
      passages(
        readings(seconds: 300) { time in
          let phase = loop == 0 ? 1 : time.truncatingRemainder(dividingBy: loop)
          if loop > 0, phase > 0.8 * loop { return nil }
          let octave = Int(time * 20) % 97 == 0 ? 2.0 : 1.0
          return octave * 110 * pow(2, drift * exp(-phase) / 1200)
        }))
    #expect(total.voiced > 200)
    #expect((30...60).contains(total.practice))
  }

  @Test("a slow piece counts if each passage has a different note")
  func slowPiece() {
    let total = seconds(
      passages(readings(seconds: 300) { time in Int(time / 8) % 2 == 0 ? 110 : 146.83 }))
    #expect(total.practice >= 0.95 * total.voiced)
  }

  @Test("slides and fast runs within played notes count")
  func slides() {
    let total = seconds(
      passages(
        readings(seconds: 60) { time in
          let phase = time.truncatingRemainder(dividingBy: 1)
          return phase < 0.5 ? 110 : phase < 0.8 ? 110 * pow(2, 2 * (phase - 0.5)) : 165
        }))
    #expect(total.practice == total.voiced)
  }

  @Test("passages follow one another without a gap, and silence has no passages")
  func contiguous() {
    let heard = passages(readings(seconds: 35, scale))
    #expect(heard.map(\.start.samples) == [0, 480_000, 960_000, 1_440_000])
    #expect(heard.last?.end.samples == Int64(1_680_000))
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $0.end == $1.start })
    #expect(passages([]).isEmpty)
  }

  @Test("records have the time of the stream, and the same sound has the same origin")
  func records() throws {
    func recorded(_ pitch: @escaping (Double) -> Double?) -> (records: [PracticeRecord], UInt64) {
      var recorder = PracticeRecorder(
        start: moment("2026-11-21T10:00:00Z"), sampleRate: Self.rate, classifier: classifier,
        tolerance: .standard, tuning: "standard", source: .live)
      var records: [PracticeRecord] = []
      for reading in readings(seconds: 25, pitch) {
        let position = SamplePosition(Int64((reading.time * 48_000).rounded()))
        let estimate = reading.hertz.map { PitchEstimate(frequency: Hertz($0), confidence: 0.95) }
        let result = classifier.classify(estimate, level: nil, at: position)
        if let record = recorder.take(result) { records.append(record) }
      }
      if let record = recorder.finish() { records.append(record) }
      return (records, recorder.origin)
    }
    let (records, origin) = recorded(scale)
    #expect(
      records.map(\.start) == [
        moment("2026-11-21T10:00:00Z"), moment("2026-11-21T10:00:10Z"),
        moment("2026-11-21T10:00:20Z"),
      ])
    #expect(records.map(\.milliseconds) == [10_000, 10_000, 5000])
    #expect(records.allSatisfy { $0.practiceMilliseconds > 0 && $0.tuning == "standard" })
    #expect(recorded(scale).1 == origin)
    #expect(recorded { self.scale($0).map { $0 * 1.000001 } }.1 != origin)
    #expect(recorded { _ in nil }.records.isEmpty)
  }
}
