// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Pitch classifier")
struct PitchClassifierTests {
  private let strings = PitchClassifier(selection: .strings(.standard))
  private let chromatic = PitchClassifier(selection: .chromatic)

  private func classify(_ frequency: Double, by classifier: PitchClassifier) -> PitchResult {
    classifier.classify(
      PitchEstimate(frequency: Hertz(frequency), confidence: 0.9), level: Decibels(-20),
      at: SamplePosition(4800))
  }

  /// Equal temperament at A4 = 440 Hz, numbered from the highest string.
  static let open: [(name: String, frequency: Double)] = [
    ("6:E2", 82.4069), ("5:A2", 110), ("4:D3", 146.8324), ("3:G3", 195.9977), ("2:B3", 246.9417),
    ("1:E4", 329.6276),
  ]

  @Test("matches every open string and what lies within 49 cents of it", arguments: open)
  func matchesStrings(row: (name: String, frequency: Double)) throws {
    for offset in [-49.0, -10, 0, 10, 49] {
      let frequency = Hertz(row.frequency).raised(by: Cents(offset))
      let result = classify(frequency.value, by: strings)
      #expect(result.target?.description == row.name)
      let cents = try #require(result.cents)
      #expect(abs(cents.value - offset) < 0.01)
    }
  }

  @Test("gives the note but no target if no string is within half a semitone")
  func noString() {
    let result = classify(130.81, by: strings)
    #expect(result.note?.description == "C3")
    #expect(result.target == nil)
    #expect(result.cents == nil)
    #expect(result.state() == .active)
    #expect(strings.nearest(to: Hertz(130.81))?.string.description == "4:D3")
    #expect(result.guidance?.description == "D3: 2.0 semitones flat")
  }

  @Test("matches the nearest note in chromatic mode")
  func chromaticMode() throws {
    let result = classify(130.81, by: chromatic)
    #expect(result.target?.description == "C3")
    #expect(result.state() == .inTune)
    let cents = try #require(result.cents)
    #expect(abs(cents.value) < 0.1)
  }

  @Test(
    "treats a frequency that is not finite or not above 0 as absent",
    arguments: [
      Double.nan, .infinity, -.infinity, 0, -110,
    ])
  func noFrequency(frequency: Double) {
    let result = classify(frequency, by: strings)
    #expect(result.estimate == nil)
    #expect(result.note == nil)
    #expect(result.confidence == 0)
    #expect(result.state() == .silent)
    #expect(result.level == Decibels(-20))
  }

  @Test("keeps the confidence of noise, but not its frequency", arguments: [0, 0.2, 0.3.nextDown])
  func noise(confidence: Double) {
    let result = strings.classify(
      PitchEstimate(frequency: Hertz(110), confidence: confidence), level: nil,
      at: SamplePosition(1))
    #expect(result.estimate == nil)
    #expect(result.note == nil)
    #expect(result.target == nil)
    #expect(result.confidence == confidence)
    #expect(result.state() == .silent)
  }

  @Test("numbers strings from the highest, six in the standard tuning")
  func positions() {
    #expect(InstrumentTuning.standard.strings.map(\.position) == [6, 5, 4, 3, 2, 1])
    #expect(InstrumentTuning.standard.strings.map(\.note.midi) == [40, 45, 50, 55, 59, 64])
  }
}
