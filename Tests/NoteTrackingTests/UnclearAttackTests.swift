// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Testing
import Tuning

/// Readings 20 times a second of a stream of 48 kHz.
@Suite("Note tracker: attacks without a clear pitch")
struct UnclearAttackTests {
  private struct Part {
    var count: Int
    var frequency: Double
    var level: Double
    var confidence = 0.95
    var beginning: Int64?
    var pitchConfidence: Double?
  }

  private func notes(_ parts: [Part]) -> [TrackedNote] {
    let classifier = PitchClassifier(selection: .chromatic)
    var tracker = NoteTracker(sampleRate: SampleRate(48000), classifier: classifier)
    var notes: [TrackedNote] = []
    for (index, part) in parts.flatMap({ Array(repeating: $0, count: $0.count) }).enumerated() {
      let position = Int64(2400 * (index + 1))
      var estimate = PitchEstimate(
        frequency: Hertz(part.frequency), confidence: part.confidence, sigma: Cents(0.2),
        age: part.beginning.map { Int(position - $0) })
      estimate.pitchConfidence = part.pitchConfidence
      let result = classifier.classify(
        estimate, level: Decibels(part.level), at: SamplePosition(position))
      if let note = tracker.advance(result) { notes.append(note) }
    }
    if let note = tracker.finish() { notes.append(note) }
    return notes
  }

  @Test(
    "a note is made of the confidence in its pitch, where that is higher", arguments: [true, false])
  func pitchConfidence(isHigher: Bool) {
    let found = notes([
      Part(
        count: 10, frequency: 100, level: -20, confidence: 0.69,
        pitchConfidence: isHigher ? 0.95 : nil)
    ])
    #expect(found.count == (isHigher ? 1 : 0))
  }

  @Test("the level of an attack is its highest, before the pitch is clear")
  func level() {
    let found = notes([
      Part(count: 6, frequency: 100, level: -70, confidence: 0.1),
      Part(count: 3, frequency: 100, level: -6, confidence: 0.1),
      Part(count: 10, frequency: 1046.5, level: -20, beginning: 15_000),
    ])
    #expect(found.map(\.onsetLevel) == [Decibels(-6)])
  }

  @Test("a ringing string is recognised by its level under the attack")
  func ringing() {
    let found = notes([
      Part(count: 6, frequency: 100, level: -70, confidence: 0.1),
      Part(count: 3, frequency: 100, level: -6, confidence: 0.1),
      Part(count: 10, frequency: 1046.5, level: -20, beginning: 15_000),
      // 22 dB under the first clear reading, 36 under the attack.
      Part(count: 20, frequency: 116.5, level: -42),
    ])
    #expect(found.map(\.note.description) == ["C6"])
  }

  @Test("a note may begin with unclear readings of its own pitch, but not of another pitch")
  func comesUp() {
    let quiet = Part(count: 6, frequency: 100, level: -70, confidence: 0.1)
    func alternating(with frequency: Double) -> [Part] {
      (0..<6).flatMap { _ in
        [
          Part(count: 1, frequency: 622, level: -20, confidence: 0.8),
          Part(count: 1, frequency: frequency, level: -20, confidence: 0.5),
        ]
      }
    }
    #expect(notes([quiet] + alternating(with: 623)).map(\.note.description) == ["D#5"])
    #expect(notes([quiet] + alternating(with: 830)).isEmpty)
  }

  @Test("a pitch in the first readings counts as begun with the stream; a later one does not")
  func streamStart() {
    let note = Part(count: 10, frequency: 110, level: -20)
    func unclear(_ count: Int) -> Part {
      Part(count: count, frequency: 100, level: -20, confidence: 0.1)
    }
    #expect(notes([unclear(2), note]).map(\.start) == [.start])
    #expect(notes([unclear(3), note]).map(\.start) == [SamplePosition(4 * 2400)])
  }

  @Test("an onset begins a note up to 0.6 s before its first clear reading, and no earlier")
  func age() {
    let first: Int64 = 2400 * 31
    for (age, start) in [(24_000, first - 24_000), (33_600, first)] as [(Int64, Int64)] {
      let found = notes([
        Part(count: 30, frequency: 100, level: -70, confidence: 0.1),
        Part(count: 20, frequency: 220, level: -20, beginning: first - age),
      ])
      #expect(found.map(\.start) == [SamplePosition(start)])
    }
  }

  @Test("a step of less than 130 cents without an onset stays one note", arguments: [120.0, 140])
  func unbroken(cents: Double) {
    let higher = Hertz(220).raised(by: Cents(cents)).value
    let found = notes([
      Part(count: 20, frequency: 220, level: -20, beginning: 100),
      Part(count: 20, frequency: higher, level: -20, beginning: 100),
    ])
    #expect(found.count == (cents < 130 ? 1 : 2))
  }
}
