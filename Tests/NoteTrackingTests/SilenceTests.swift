// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Testing
import Tuning

@Suite("Notes after silence")
struct SilenceTests {
  /// Readings at 20 Hz of a 48 kHz stream.
  private enum Step {
    case sound(_ frequency: Double?, _ level: Double, count: Int)
    /// No reading; `nil` is the level of digital silence.
    case silence(level: Double?, count: Int)
    /// A second of lost samples.
    case gap
  }

  private func notes(_ steps: [Step], beginning: Int64? = nil) -> [TrackedNote] {
    let classifier = PitchClassifier(selection: .chromatic)
    var tracker = NoteTracker(sampleRate: SampleRate(48000), classifier: classifier)
    var position = SamplePosition.start
    var notes: [TrackedNote] = []
    func hear(_ frequency: Double?, _ level: Double?, count: Int) {
      for _ in 0..<count {
        position = position.advanced(by: 2400)
        let estimate = frequency.map {
          PitchEstimate(
            frequency: Hertz($0), confidence: 0.95, sigma: Cents(0.2),
            age: beginning.map { Int(position.samples - $0) })
        }
        let result = classifier.classify(estimate, level: level.map(Decibels.init), at: position)
        if let note = tracker.advance(result) { notes.append(note) }
      }
    }
    for step in steps {
      switch step {
      case .sound(let frequency, let level, let count): hear(frequency, level, count: count)
      case .silence(let level, let count): hear(nil, level, count: count)
      case .gap:
        position = position.advanced(by: 48000)
        if let note = tracker.skip(to: position) { notes.append(note) }
      }
    }
    if let note = tracker.finish() { notes.append(note) }
    return notes
  }

  @Test("reports a soft note after digital silence as after noise", arguments: [nil, -95.0])
  func softNote(level: Double?) {
    let notes = notes([
      .sound(110, -6, count: 20), .silence(level: level, count: 40), .sound(146.83, -33, count: 20),
    ])
    #expect(notes.map(\.note.description) == ["A2", "D3"])
  }

  @Test("splits at a second stroke after a short digital silence", arguments: [nil, -95.0])
  func struckAgain(level: Double?) {
    let notes = notes([
      .sound(110, -20, count: 10), .silence(level: level, count: 6), .sound(110, -20, count: 10),
    ])
    #expect(notes.map(\.note.description) == ["A2", "A2"])
  }

  @Test("reports a soft note after lost samples")
  func afterGap() {
    let soft = Step.sound(146.83, -33, count: 20)
    let loud = Step.sound(110, -6, count: 20)
    #expect(notes([loud, .gap, soft]).map(\.note.description) == ["A2", "D3"])
    // Without lost samples it is a string that rings on.
    #expect(notes([loud, soft]).map(\.note.description) == ["A2"])
  }

  @Test("takes the onset level of a note after digital silence from its attack")
  func onsetLevel() {
    let notes = notes(
      [.silence(level: nil, count: 10), .sound(nil, -10, count: 1), .sound(110, -13, count: 20)],
      beginning: 24_100)
    #expect(notes.map(\.start) == [SamplePosition(24_100)])
    #expect(notes.map(\.onsetLevel) == [Decibels(-10)])
  }
}
