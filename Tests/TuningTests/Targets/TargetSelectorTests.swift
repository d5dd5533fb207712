// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import Testing
import Tuning

@Suite("Target selector")
struct TargetSelectorTests {
  /// One reading: a frequency or none, and a level.
  private typealias Reading = (hertz: Double?, level: Double)

  /// Results at 20 Hz of a 48 kHz stream.
  private func results(
    _ readings: [Reading], classifier: PitchClassifier = .init(selection: .strings(.standard)),
    rate: Int = 20
  ) -> [PitchResult] {
    var selector = TargetSelector(classifier: classifier, sampleRate: SampleRate(48000))
    return readings.enumerated().map { index, reading in
      selector.classify(
        reading.hertz.map { PitchEstimate(frequency: Hertz($0), confidence: 0.95) },
        level: Decibels(reading.level),
        at: SamplePosition(Int64(48000 / rate * (index + 1))))
    }
  }

  private func held(_ hertz: Double?, _ count: Int, from: Double, to: Double? = nil) -> [Reading] {
    (0..<count).map { index in
      (hertz, from + ((to ?? from) - from) * Double(index) / Double(max(1, count - 1)))
    }
  }

  private func names(_ results: [PitchResult]) -> [String] {
    results.map { $0.target?.description ?? "-" }
  }

  private let quiet: [(Double?, Double)] = Array(repeating: (nil, -80), count: 4)

  @Test("a partial in the tail of a note never becomes the target", arguments: [20, 60])
  func tail(rate: Int) {
    // The third partial of E2 is B3 and the fourth E4: strings 2 and 1.
    for partial in [3.0, 4] {
      let readings =
        quiet + held(82.41, 2 * rate, from: -12, to: -30)
        + held(82.41 * partial, 3 * rate, from: -31, to: -60)
      let results = results(readings, rate: rate).dropFirst(quiet.count)
      #expect(Set(names(Array(results))) == ["6:E2"])
      #expect(results.suffix(3 * rate).allSatisfy { $0.cents == nil && $0.state() == .active })
      #expect(results.prefix(2 * rate).allSatisfy { $0.cents != nil })
    }
  }

  @Test("a sympathetic neighbour of a damped string never becomes the target")
  func sympathy() {
    let readings = quiet + held(82.41, 20, from: -12, to: -18) + held(110, 60, from: -34, to: -50)
    let results = results(readings).dropFirst(quiet.count)
    #expect(Set(names(Array(results))) == ["6:E2"])
    #expect(results.last?.note?.description == "A2")
  }

  @Test("a plucked string becomes the target within a tenth of a second, also if plucked softly")
  func stroke() {
    let readings = quiet + held(82.41, 40, from: -12, to: -40) + held(110, 10, from: -32, to: -34)
    let names = names(results(readings)).dropFirst(quiet.count)
    #expect(Set(names.prefix(40)) == ["6:E2"])
    #expect(Set(names.dropFirst(42)) == ["5:A2"])
  }

  @Test("a wrong reading in the attack is corrected at once")
  func attack() {
    let readings = quiet + held(247.2, 1, from: -10) + held(82.41, 20, from: -10, to: -16)
    let names = names(results(readings)).dropFirst(quiet.count)
    #expect(Set(names.dropFirst(3)) == ["6:E2"])
  }

  @Test("a pitch that stays as loud as the note becomes the target without a stroke")
  func legato() {
    let readings = quiet + held(110, 20, from: -14) + held(146.83, 12, from: -16)
    let names = names(results(readings)).dropFirst(quiet.count)
    #expect(Set(names.dropFirst(20).prefix(5)) == ["5:A2"])
    #expect(Set(names.dropFirst(27)) == ["4:D3"])
  }

  @Test("after silence any pitch becomes the target, at any level")
  func silence() {
    let readings = quiet + held(82.41, 20, from: -12) + held(nil, 10, from: -70)
    let names = names(results(readings + held(110, 5, from: -69)))
    #expect(Set(names.suffix(5)) == ["5:A2"])
  }

  @Test(
    "a slack string is the target from far away, and is matched when it comes near at any level")
  func slack() throws {
    // From 2.8 semitones below E2, up by 10 cents a reading while it fades.
    let readings = (0..<30).map { index -> Reading in
      (
        Hertz(82.4069).raised(by: Cents(-280 + 10 * Double(index))).value,
        -12 - Double(index)
      )
    }
    let results = results(quiet + readings).dropFirst(quiet.count)
    let first = try #require(results.first)
    #expect(first.target == nil)
    #expect(first.cents == nil)
    #expect(first.guidance?.description == "E2: 2.8 semitones flat")
    #expect(results.allSatisfy { $0.guidance?.string.position == 6 })
    let near = results.filter { $0.target != nil }
    #expect(near.count == 7)  // −50, −40, … +10, the first by rounding
    #expect(near.allSatisfy { ($0.cents?.magnitude.value ?? 99) <= 50 })
  }

  @Test("a locked string is always the target, and its deviation is limited to 100 cents")
  func lock() throws {
    let classifier = try PitchClassifier(
      selection: .strings(.standard), system: .concert, lockedTo: 5)
    let results = results(
      held(110, 3, from: -10) + held(146.83, 3, from: -10) + held(82.41, 3, from: -10),
      classifier: classifier)
    #expect(Set(names(results)) == ["5:A2"])
    let cents = results.compactMap(\.cents?.value)
    #expect(abs(cents[0]) < 1e-9)
    #expect(cents[3] == 100)
    #expect(cents[6] == -100)
    #expect(results[6].guidance?.description == "A2: 5.0 semitones flat")
    #expect(throws: InstrumentTuningError.noSuchString(7, count: 6)) {
      _ = try PitchClassifier(selection: .strings(.standard), system: .concert, lockedTo: 7)
    }
    #expect(throws: InstrumentTuningError.self) {
      _ = try PitchClassifier(selection: .chromatic, system: .concert, lockedTo: 1)
    }
  }

  @Test("chromatic mode follows every reading")
  func chromatic() {
    let results = results(
      held(82.41, 3, from: -10) + held(247.2, 1, from: -40) + held(110, 1, from: -60),
      classifier: PitchClassifier(selection: .chromatic))
    #expect(names(results) == ["E2", "E2", "E2", "B3", "A2"])
  }

  @Test("reports the onset of each note: of a new string, and of the same string again")
  func onsets() {
    let readings =
      quiet + held(82.41, 10, from: -12, to: -20) + held(82.41, 10, from: -12, to: -20)
      + held(110, 5, from: -5)
    let onsets = results(readings).map(\.onset)
    #expect(onsets.prefix(4).allSatisfy { $0 == nil })
    #expect(onsets[4...13].allSatisfy { $0 == SamplePosition(2400 * 5) })
    #expect(onsets[14...23].allSatisfy { $0 == SamplePosition(2400 * 15) })
    #expect(onsets[26...].allSatisfy { $0.map { $0 >= SamplePosition(2400 * 25) } == true })
  }

  @Test("uses no later reading: a prefix of the readings gives a prefix of the results")
  func causal() {
    let readings =
      quiet + held(82.41, 20, from: -12, to: -30) + held(247, 9, from: -33)
      + held(110, 9, from: -9)
    let all = results(readings)
    for count in stride(from: 1, to: readings.count, by: 3) {
      #expect(results(Array(readings.prefix(count))) == Array(all.prefix(count)))
    }
  }

  @Test(
    "allocates nothing, in any mode",
    .enabled(
      if: headstock_allocations_are_counted() != 0, "A sanitizer has an allocator of its own."))
  func allocations() throws {
    let just = try PitchSystem(reference: .concert, temperament: Temperament(named: "just"))
    let many = try PitchSystem(reference: .concert, temperament: Temperament(named: "equal:53"))
    let twelve = try #require(InstrumentTuning.preset("twelve_string"))
    for classifier in [
      PitchClassifier(selection: .strings(.standard)),
      try PitchClassifier(selection: .strings(twelve), system: just),
      try PitchClassifier(selection: .chromatic, system: just),
      try PitchClassifier(selection: .chromatic, system: many),
      try PitchClassifier(selection: .strings(.standard), system: .concert, lockedTo: 2),
    ] {
      var selector = TargetSelector(classifier: classifier, sampleRate: SampleRate(48000))
      var hysteresis = try TuningStateHysteresis(margin: Cents(1))
      var heard = 0
      let feed = {
        (selector: inout TargetSelector, hysteresis: inout TuningStateHysteresis, index: Int) in
        let estimate = PitchEstimate(
          frequency: Hertz(70 + Double(index % 400)), confidence: 0.5 + Double(index % 5) / 10)
        let result = selector.classify(
          index % 17 == 0 ? nil : estimate, level: Decibels(-10 - Double(index % 40)),
          at: SamplePosition(Int64(800 * (index + 1))))
        return hysteresis.state(of: result) == .silent ? 0 : 1
      }
      heard += feed(&selector, &hysteresis, 1)
      headstock_allocations_begin()
      for index in 2..<2000 { heard += feed(&selector, &hysteresis, index) }
      let count = headstock_allocations_end()
      #expect(count == 0)
      #expect(heard > 1000)
    }
  }

  @Test("a soft stroke is one also if its level rises over many updates")
  func slowRise() {
    // 12 dB in 100 ms, six updates: less than 6 dB in any two of them.
    let readings =
      quiet + held(82.41, 120, from: -12, to: -44)
      + held(110, 6, from: -42, to: -32) + held(110, 20, from: -32, to: -34)
    let names = names(results(readings, rate: 60)).dropFirst(quiet.count)
    #expect(Set(names.prefix(120)) == ["6:E2"])
    #expect(Set(names.suffix(15)) == ["5:A2"])
  }

  @Test("chromatic mode shows the note of an unclear reading, and not that of the last clear one")
  func chromaticUnclear() {
    var selector = TargetSelector(
      classifier: PitchClassifier(selection: .chromatic), sampleRate: SampleRate(48000))
    let names = [(82.41, 0.95), (82.41, 0.95), (110, 0.5), (110, 0.5)].enumerated().map {
      index, reading in
      selector.classify(
        PitchEstimate(frequency: Hertz(reading.0), confidence: reading.1), level: Decibels(-20),
        at: SamplePosition(Int64(2400 * (index + 1)))
      ).target?.description
    }
    #expect(names == ["E2", "E2", "A2", "A2"])
  }
}
