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

  @Test("strings of a course have their numbers, and a string with its own note only that")
  func names() throws {
    let module = TunerModule()
    #expect(module.view.strokeName(ofString: 6) == "E2")
    try module.set("tuning", to: "twelve_string")
    try module.set("target", to: "all")
    #expect(module.view.strokeName(ofString: 2) == "strings 2+1 (E4)")
    #expect(module.view.strokeName(ofString: 1) == nil)
    #expect(module.view.strokeName(ofString: 4) == "strings 4+3 (B3)")
    #expect(module.view.strokeName(ofString: 12) == "E2")
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
