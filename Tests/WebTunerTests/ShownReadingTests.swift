// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing
import TunerState
import Tuning

@testable import WebTuner

@Suite("The words of a web page about a reading")
struct ShownReadingTests {
  private static let rate = 48000

  private func reading(
    _ state: TuningState, cents: Double?, string: GuitarString? = nil, distance: Double = 0
  ) -> ShownReading {
    ShownReading(
      state: state, note: SpelledNote(.a, octave: 2), cents: cents.map { Cents($0) },
      guidance: string.map { StringGuidance(string: $0, interval: Cents(distance)) })
  }

  private func line(_ view: TunerView, _ reading: ShownReading) -> String? {
    view.spokenPitch(of: reading).map(view.line)
  }

  @Test("a deviation is told in whole cents, and none inside the window")
  func deviations() {
    let view = TunerModule().view
    #expect(line(view, reading(.inTune, cents: 4)) == "A2, in tune")
    #expect(line(view, reading(.slightlyFlat, cents: -12.4)) == "A2, 12 cents flat")
    #expect(line(view, reading(.slightlySharp, cents: 1.2)) == "A2, 1 cent sharp")
    #expect(line(view, reading(.active, cents: nil)) == nil)
    #expect(line(view, reading(.detecting, cents: 4)) == nil)
  }

  @Test("a pitch far from the locked string is told as a distance in semitones")
  func far() throws {
    let module = TunerModule()
    let string = try #require(InstrumentTuning.standard.string(at: 6))
    let shown = reading(.verySharp, cents: 100, string: string, distance: 500)
    #expect(line(module.view, shown) == "A2, 100 cents sharp")
    try module.set("string", to: 6)
    #expect(line(module.view, shown) == "E2: 5.0 semitones sharp")
    let near = reading(.verySharp, cents: 99, string: string, distance: 99)
    #expect(line(module.view, near) == "A2, 99 cents sharp")
    #expect(module.view.isFarFromLocked(Cents(-505)) && !module.view.isFarFromLocked(Cents(99)))
    try module.set("notation", to: "solfege")
    #expect(line(module.view, shown) == "Mi2: 5.0 semitones sharp")
  }

  @Test("the numbers of a reading say that the locked string is far, and have no phase then")
  func fields() throws {
    let memory = ModuleMemory()
    defer { withExtendedLifetime(memory) {} }
    for (string, isFar) in [(6, true), (5, false)] {
      let module = TunerModule()
      try module.set("string", to: Double(string))
      try module.prepare(hertz: Self.rate)
      var count = 0
      let samples = (0..<24_000).map { place -> Float in
        let time = Double(place) / Double(Self.rate)
        return (1...6).reduce(Float(0)) { sum, partial in
          sum + Float(0.1 / Double(partial) * sin(2 * .pi * 110 * Double(partial) * time))
        }
      }
      for start in stride(from: 0, to: samples.count, by: 128) {
        let piece = samples.span.extracting(start..<min(start + 128, samples.count))
        module.append(piece.count, of: piece)
        while let reading = module.result(in: piece) {
          memory.write(reading)
          memory.write(module.view, feedbackCount: 0)
          guard reading.result.cents != nil else { continue }
          count += 1
          #expect((memory[.far] == 1) == isFar)
          #expect(memory[.strobeTurns].isNaN == isFar)
        }
      }
      #expect(count > 3)
    }
  }

  /// Returns the verdict on numbers of the table of strokes.
  private func verdict(_ state: Int, _ cents: Double = .nan, isInTune: Bool = false)
    -> StringVerdict
  {
    StringVerdict(state: state, isInTune: isInTune, cents: cents)
  }

  @Test("a sentence about a stroke names the worst string first, in the chosen notation")
  func sentence() throws {
    let module = TunerModule()
    #expect(module.view.strokeSentence([verdict(0)]) == nil)
    try module.set("notation", to: "german")
    try module.set("target", to: "all")
    let verdicts = [
      verdict(2, 0.4, isInTune: true), verdict(2, -12.3), verdict(1), verdict(0), verdict(3, 8),
      verdict(2, 9.94),
    ]
    #expect(
      module.view.strokeSentence(verdicts)
        == "A2 is 12 cents flat, E4 is 9.9 cents sharp; E2 is in tune; H3 is too uncertain to judge; "
        + "D3 is unclear; G3 was not heard.")
    #expect(module.view.strokeSentence(verdicts.dropLast()) == nil)
    let tuned = [StringVerdict](repeating: verdict(2, 1, isInTune: true), count: 6)
    #expect(module.view.strokeSentence(tuned) == "All strings are in tune.")
    // Deviations that no string has.
    for cents in [Double.nan, .infinity, 1e300] { #expect(verdict(2, cents) == .unclear) }
  }

  @Test("a sentence names the strings of a course by their numbers")
  func courses() throws {
    let module = TunerModule()
    try module.set("tuning", to: "twelve_string")
    try module.set("target", to: "all")
    try module.prepare(hertz: Self.rate)
    let count = module.strumTargets.count
    let tuned = [StringVerdict](repeating: verdict(2, 1, isInTune: true), count: count - 1)
    #expect(
      module.view.strokeSentence(tuned + [verdict(2, 15)])
        == "Strings 2+1 (E4) are 15 cents sharp; the others are in tune.")
  }

  @Test("the table of strokes has the numbers of each course, and a word")
  func table() throws {
    let module = TunerModule()
    try module.set("tuning", to: "twelve_string")
    try module.set("target", to: "all")
    try module.prepare(hertz: Self.rate)
    let memory = ModuleMemory()
    defer { withExtendedLifetime(memory) {} }
    StrumModuleTests.listen(module, to: StrumModuleTests.stroke(seconds: 1)) {
      memory.strum.write($0, module.view.strum, feedbackCount: 0)
    }
    let rows = module.strumTargets.count
    let values = { (field: StrumRowField) in
      (0..<rows).map {
        memory.strum.start[StrumTable.headCount + $0 * StrumTable.rowCount + field.rawValue]
      }
    }
    let bits = module.strumTargets.map { $0.positions.reduce(0.0) { $0 + exp2(Double($1)) } }
    #expect(values(.positions) == bits)
    #expect(bits.suffix(2) == [24, 6])
    // Only the six strings that sound have a reading.
    #expect(values(.word).contains(5) && values(.word).allSatisfy { (0...6).contains($0) })
  }
}
