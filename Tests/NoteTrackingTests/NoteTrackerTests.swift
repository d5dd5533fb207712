// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import NoteTracking
import Testing
import Tuning

@Suite("Note tracker")
struct NoteTrackerTests {
  /// Results at 20 Hz of a 48 kHz stream, written as (frequency or none, level).
  private func notes(_ readings: [(Double?, Double)], rate: Int = 20) -> [TrackedNote] {
    let classifier = PitchClassifier(selection: .strings(.standard))
    var tracker = NoteTracker(sampleRate: SampleRate(48000), classifier: classifier)
    var notes: [TrackedNote] = []
    for (index, reading) in readings.enumerated() {
      let estimate = reading.0.map {
        PitchEstimate(frequency: Hertz($0), confidence: 0.95, sigma: Cents(0.2))
      }
      let result = classifier.classify(
        estimate, level: Decibels(reading.1), at: SamplePosition(Int64(48000 / rate * (index + 1))))
      if let note = tracker.advance(result) { notes.append(note) }
    }
    if let note = tracker.finish() { notes.append(note) }
    return notes
  }

  private func held(_ frequency: Double?, _ count: Int, level: Double = -20) -> [(Double?, Double)]
  {
    Array(repeating: (frequency, level), count: count)
  }

  @Test("finds one held note with its start, end, string and cents")
  func heldNote() throws {
    let notes = notes(held(nil, 5) + held(111, 20) + held(nil, 5))
    try #require(notes.count == 1)
    #expect(notes[0].start == SamplePosition(2400 * 6))
    #expect(notes[0].end == SamplePosition(2400 * 25))
    #expect(notes[0].target?.description == "5:A2")
    let cents = try #require(notes[0].cents)
    #expect(abs(cents.value - 15.67) < 0.01)  // 1200·log2(111/110)
    #expect(notes[0].onsetLevel == Decibels(-20))
  }

  @Test("begins a note with the stream where the level has only fallen before its first reading")
  func cutAtTheAttack() throws {
    func starts(_ levels: [Double]) -> [SamplePosition] {
      notes(levels.map { (nil, $0) } + held(111, 20, level: -24)).map(\.start)
    }
    #expect(starts([-17, -15, -17, -20, -22]) == [.start])
    // A sound that does not decay is another, a quieter moment is a pause, and a long attack none.
    #expect(starts([-24, -24, -24, -24, -24]) == [SamplePosition(2400 * 6)])
    #expect(starts([-17, -15, -30, -20, -22]) == [SamplePosition(2400 * 6)])
    #expect(starts([-15, -16, -17, -18, -19, -20, -21, -22]) == [SamplePosition(2400 * 9)])
  }

  @Test("takes the steady part's pitch, not the attack's")
  func steadyPart() throws {
    let attack: [(Double?, Double)] = [(83.5, -20), (83.2, -20), (82.9, -20), (82.6, -20)]
    let notes = notes(attack + held(82.41, 20))
    try #require(notes.count == 1)
    #expect(notes[0].frequency == Hertz(82.41))
  }

  @Test("splits two pitches without a gap")
  func legato() {
    let notes = notes(held(110, 10) + held(146.83, 10))
    #expect(notes.map(\.note.description) == ["A2", "D3"])
    // A pitch in the first reading began with the stream.
    #expect(notes.map(\.start) == [.start, SamplePosition(2400 * 10 + 1200)])
  }

  @Test("does not split at wrong readings, nor at a gap, shorter than a note")
  func outlier() {
    #expect(notes(held(110, 10) + held(220, 1) + held(110, 10)).count == 1)
    #expect(notes(held(110, 10) + held(330, 2) + held(110, 10)).count == 1)
    #expect(notes(held(110, 10) + held(nil, 15) + held(110, 10)).count == 1)
  }

  @Test("splits at a second stroke of the same string")
  func struckAgain() {
    let notes = notes(held(110, 10, level: -30) + held(110, 10, level: -18))
    #expect(notes.count == 2)
    #expect(notes.map(\.note.description) == ["A2", "A2"])
  }

  @Test("splits after 0.8 s without a clear reading")
  func rest() {
    let notes = notes(held(110, 10) + held(nil, 17) + held(110, 10))
    #expect(notes.map(\.end) == [SamplePosition(2400 * 10), SamplePosition(2400 * 37)])
  }

  @Test("does not report a knock on the body as a stroke")
  func knock() {
    let knocked =
      held(110, 10, level: -30) + held(nil, 3, level: -20) + held(110, 10, level: -32)
    #expect(notes(knocked).count == 1)
  }

  @Test("reports no note for a multiple of a decayed pitch after unclear readings")
  func remainderAfterGap() {
    let played = held(82.41, 40, level: -15) + held(nil, 20, level: -30)
    #expect(notes(played + held(164.82, 15, level: -31)).map(\.note.description) == ["E2"])
    #expect(notes(played + held(164.82, 15, level: -20)).map(\.note.description) == ["E2", "E3"])
  }

  @Test("keeps a vibrato and a slow bend in one note")
  func bend() {
    let vibrato = (0..<20).map { index -> (Double?, Double) in
      (Hertz(220).raised(by: Cents(index.isMultiple(of: 2) ? 30 : -30)).value, -20)
    }
    #expect(notes(vibrato).count == 1)
    let bend = (0..<30).map { index -> (Double?, Double) in
      (Hertz(220).raised(by: Cents(Double(7 * index))).value, -20)
    }
    #expect(notes(bend).count == 1)
  }

  @Test("finds no note in a tenth of a second, nor in readings that disagree")
  func noNote() {
    #expect(notes(held(nil, 3) + held(110, 3) + held(nil, 3)).isEmpty)
    #expect(notes(held(nil, 3) + held(110, 4) + held(nil, 3)).count == 1)
    #expect(notes([(110, -20), (150, -20), (90, -20), (300, -20), (60, -20)]).isEmpty)
  }

  @Test("needs bounded memory for a note that never ends")
  func endless() throws {
    let notes = notes(held(110, 40000))
    try #require(notes.count == 1)
    #expect(notes[0].frequency == Hertz(110))
    #expect(notes[0].end == SamplePosition(2400 * 40000))
  }

  /// The level of a window of 50 ms rises over as many updates as fall into it.
  @Test("finds the same notes at every update rate", arguments: [20, 50, 60, 200, 1000])
  func rates(rate: Int) {
    func fading(_ from: Double, to: Double) -> [(Double?, Double)] {
      (0..<rate).map { (110, from + (to - from) * Double($0) / Double(rate)) }
    }
    let rise = (0..<(rate / 20)).map { (Double?(110), -30 + 16 * Double($0) / Double(rate / 20)) }
    let readings = fading(-14, to: -30) + rise + fading(-14, to: -30) + held(220, rate)
    let heard = notes(readings, rate: rate)
    #expect(heard.map(\.note.description) == ["A2", "A2", "A3"])
    let second = heard.count > 1 ? heard[1].start.seconds(at: SampleRate(48000)) : 0
    #expect(abs(second - 1.05) < 0.051)
  }

  @Test("reports a note as soon as the next one ends it, and uses no later result")
  func causal() {
    let classifier = PitchClassifier(selection: .strings(.standard))
    var tracker = NoteTracker(sampleRate: SampleRate(48000), classifier: classifier)
    let readings = held(110, 10) + held(146.83, 10)
    var given: [Int] = []
    for (index, reading) in readings.enumerated() {
      let result = classifier.classify(
        PitchEstimate(frequency: Hertz(reading.0 ?? 0), confidence: 0.95), level: Decibels(-20),
        at: SamplePosition(Int64(2400 * (index + 1))))
      if tracker.advance(result) != nil { given.append(index) }
    }
    // The other pitch has then lasted 0.15 s: readings 10, 11, 12 and 13.
    #expect(given == [13])
  }

  @Test("compares the steady pitch like the classifier: with temperament, sweetening and lock")
  func classifier() throws {
    let sweet = try InstrumentTuning.standard.sweetened(by: [5: Cents(-4)])
    let classifier = try PitchClassifier(
      selection: .strings(sweet), system: .concert, lockedTo: 5)
    var tracker = NoteTracker(sampleRate: SampleRate(48000), classifier: classifier)
    for index in 1...20 {
      let result = classifier.classify(
        PitchEstimate(frequency: Hertz(110), confidence: 0.95), level: Decibels(-20),
        at: SamplePosition(Int64(2400 * index)))
      _ = tracker.advance(result)
    }
    let finished = tracker.finish()
    let note = try #require(finished)
    #expect(note.target?.string?.position == 5)
    let cents = try #require(note.cents)
    #expect(abs(cents.value - 4) < 1e-9)
  }
}

@Suite("Note tracker with onsets")
struct NoteBeginningTests {
  private func notes(
    _ readings: [(frequency: Double, level: Double, beginning: Int64?, secondString: Double?)],
    confidence: Double = 0.95
  ) -> [TrackedNote] {
    let classifier = PitchClassifier(selection: .chromatic)
    var tracker = NoteTracker(sampleRate: SampleRate(48000), classifier: classifier)
    var notes: [TrackedNote] = []
    for (index, reading) in readings.enumerated() {
      let position = SamplePosition(Int64(800 * (index + 1)))
      let estimate = PitchEstimate(
        frequency: Hertz(reading.frequency), confidence: confidence, sigma: Cents(0.2),
        age: reading.beginning.map { Int(position.samples - $0) },
        secondString: reading.secondString)
      let result = classifier.classify(estimate, level: Decibels(reading.level), at: position)
      if let note = tracker.advance(result) { notes.append(note) }
    }
    if let note = tracker.finish() { notes.append(note) }
    return notes
  }

  @Test("begins a hammer-on at the onset that the detector reported")
  func hammerOn() {
    let first = Array(repeating: (110.0, -20.0, Int64?(123), Double?.none), count: 30)
    let second = Array(repeating: (123.47, -21.0, Int64?(24_100), Double?.none), count: 30)
    let notes = notes(first + second)
    #expect(notes.map(\.start) == [SamplePosition(123), SamplePosition(24_100)])
    #expect(notes.map(\.note.description) == ["A2", "B2"])
    #expect(notes.map(\.legato) == [nil, .hammerOn])
  }

  @Test("distinguishes hammer-ons, pull-offs and strokes")
  func pullOff() {
    let open = Array(repeating: (123.47, -20.0, Int64?(123), Double?.none), count: 30)
    let below = Array(repeating: (110.0, -21.0, Int64?(24_100), Double?.none), count: 30)
    #expect(notes(open + below).map(\.legato) == [nil, .pullOff])
    // Struck: the level rises by 8 dB.
    let struck = Array(repeating: (110.0, -12.0, Int64?(24_100), Double?.none), count: 30)
    #expect(notes(open + struck).map(\.legato) == [nil, nil])
    // An octave and a third: no hand reaches that far on one string.
    let far = Array(repeating: (311.13, -21.0, Int64?(24_100), Double?.none), count: 30)
    #expect(notes(open + far).map(\.legato) == [nil, nil])
  }

  @Test("keeps a bend of a tone in a third of a second in one note")
  func bend() throws {
    let readings = (0..<60).map { index in
      let cents = 200 * min(1, max(0, Double(index - 20) / 20))
      return (Hertz(220).raised(by: Cents(cents)).value, -20.0, Int64?(100), Double?.none)
    }
    let notes = notes(readings)
    try #require(notes.count == 1)
    #expect(notes[0].glide?.kind == .bend)
    #expect(abs((notes[0].glide?.interval.value ?? 0) - 200) < 1)
  }

  @Test("marks a chord as polyphonic, and makes one note of its changing pitches")
  func chord() throws {
    let readings = (0..<60).map { index in
      (index / 12 % 2 == 0 ? 82.41 : 123.47, -20.0, Int64?(100), Double?(0.3))
    }
    let notes = notes(readings)
    try #require(notes.count == 1)
    #expect(notes[0].isPolyphonic)
  }

  @Test("takes unclear readings for a chord, but not those of a noise", arguments: [0.2, 0.001])
  func unclearChord(confidence: Double) {
    let readings = Array(repeating: (82.41, -60.0, Int64?.none, Double?(0.3)), count: 60)
    #expect(notes(readings, confidence: confidence).count == (confidence > 0.1 ? 1 : 0))
  }

  @Test("does not mark a note as polyphonic if secondString is below the threshold")
  func single() {
    let notes = notes(Array(repeating: (110.0, -20.0, Int64?(100), Double?(0.08)), count: 40))
    #expect(notes.map(\.isPolyphonic) == [false])
  }

  @Test("takes a chord for one string if only its attack resembles a second one")
  func roughAttack() throws {
    // 0.4 s with signs of a second string, then none: their mean falls to a quarter.
    let rough = Array(repeating: (311.13, -20.0, Int64?(100), Double?(0.16)), count: 24)
    let clear = Array(repeating: (311.13, -22.0, Int64?(100), Double?(0)), count: 60)
    let notes = notes(rough + clear)
    try #require(notes.count == 1)
    #expect(!notes[0].isPolyphonic)
    #expect(notes[0].note.description == "D#4")
    #expect(self.notes(rough).map(\.isPolyphonic) == [true])
  }

  @Test("keeps a chord whose second string fades")
  func fadingChord() throws {
    let readings = (0..<84).map { index in
      (82.41, -20.0, Int64?(100), Double?(index < 24 ? 0.4 : 0))
    }
    let notes = notes(readings)
    #expect(notes.map(\.isPolyphonic) == [true])
  }

  @Test(
    "allocates nothing while a note is held, and nothing in silence",
    .enabled(
      if: headstock_allocations_are_counted() != 0, "A sanitizer has an allocator of its own."),
    arguments: [20, 60, 200])
  func allocations(rate: Int) {
    let classifier = PitchClassifier(selection: .chromatic)
    var tracker = NoteTracker(sampleRate: SampleRate(48000), classifier: classifier)
    func feed(_ tracker: inout NoteTracker, _ updates: Range<Int>, _ frequency: Double?) -> Int {
      var ended = 0
      for index in updates {
        let position = SamplePosition(Int64(48_000 / rate * (index + 1)))
        let estimate = frequency.map {
          PitchEstimate(
            frequency: Hertz($0), confidence: 0.95, sigma: Cents(0.2),
            age: Int(position.samples) - 100, secondString: 0.01)
        }
        let result = classifier.classify(estimate, level: Decibels(-20), at: position)
        if tracker.advance(result) != nil { ended += 1 }
      }
      return ended
    }
    // The runtime allocates type metadata at first use, so a first pass runs before the count.
    var first = tracker
    _ = feed(&first, 0..<(40 * rate), 110)
    // The steady part is 1.7 s long; behind it a note of an hour needs no more than one of two
    // seconds.
    var ended = feed(&tracker, 0..<(2 * rate), 110)
    headstock_allocations_begin()
    ended += feed(&tracker, (2 * rate)..<(40 * rate), 110)
    let held = headstock_allocations_end()
    ended += feed(&tracker, (40 * rate)..<(42 * rate), nil)
    headstock_allocations_begin()
    ended += feed(&tracker, (42 * rate)..<(60 * rate), nil)
    let silent = headstock_allocations_end()
    #expect(held == 0)
    #expect(silent == 0)
    #expect(ended == 1)
  }

  @Test("reports no note for a string that vibrates in sympathy")
  func ringing() {
    let played = Array(repeating: (1046.5, -6.0, Int64?(100), Double?.none), count: 30)
    let tail = Array(repeating: (116.5, -45.0, Int64?(100), Double?.none), count: 60)
    #expect(notes(played + tail).map(\.note.description) == ["C6"])
  }

  @Test(
    "reports no note for a part or multiple of a decayed pitch that no onset began",
    arguments: [(146.83, 48.83), (82.41, 164.93), (196.0, 590.3)])
  func remainder(pitch: Double, rest: Double) {
    let played = Array(repeating: (pitch, -15.0, Int64?(100), Double?.none), count: 60)
    func heard(level: Double, beginning: Int64?) -> Int {
      notes(played + Array(repeating: (rest, level, beginning, Double?.none), count: 60)).count
    }
    #expect(heard(level: -28, beginning: 100) == 1)
    #expect(heard(level: -28, beginning: nil) == 1)
    // An onset without a rise of the level may be the change of a pitch to a part of it.
    #expect(heard(level: -28, beginning: 48_500) == (rest > pitch ? 2 : 1))
    // The level of a note that was played, or its onset.
    #expect(heard(level: -20, beginning: nil) == 2)
    let decayed = Array(repeating: (pitch, -30.0, Int64?(100), Double?.none), count: 60)
    let struck = Array(repeating: (rest, -28.0, Int64?(96_500), Double?.none), count: 60)
    #expect(notes(played + decayed + struck).count == 2)
    // A third is neither a part nor a multiple.
    #expect(
      notes(
        played
          + Array(repeating: (pitch * 1.26, -28.0, Int64?.none, Double?.none), count: 60)
      ).count == 2)
  }

  @Test("ends a note at the onset of the next one, also before its last reading")
  func overlap() {
    let first = Array(repeating: (110.0, -20.0, Int64?(123), Double?.none), count: 30)
    let second = Array(repeating: (123.47, -21.0, Int64?(23_000), Double?.none), count: 30)
    let notes = notes(first + second)
    #expect(notes.map(\.start) == [SamplePosition(123), SamplePosition(23_000)])
    #expect(notes.first?.end == SamplePosition(23_000))
  }

  @Test("one reading does not make a chord, however much of it a second string explains")
  func oneReading() {
    // From a tenth of a second on: one full share and 0.03 of the others.
    let readings = (0..<40).map { (110.0, -20.0, Int64?(100), Double?($0 / 3 == 4 ? 1 : 0.03)) }
    #expect(notes(readings).map(\.isPolyphonic) == [false])
  }

  @Test("a second string that is detected more than 1.2 s after the stroke makes no chord")
  func lateShare() {
    let readings = (0..<140).map { (110.0, -20.0, Int64?(100), Double?($0 < 80 ? 0 : 0.5)) }
    #expect(notes(readings).map(\.isPolyphonic) == [false])
  }
}
