// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@testable import TunerAnalysis

@Suite("Offsets of strings")
struct StringOffsetsTests {
  @Test("come on top of those of the tuning, and other strings keep theirs")
  func adds() throws {
    let tuning = try InstrumentTuning.standard.sweetened(by: [6: Cents(-3), 1: Cents(1)])
    let changed = try StringOffsets("6=-2,3=+1.5").applied(to: tuning)
    let offsets = changed.strings.map { $0.offset.value }
    #expect(offsets == [-5, 0, 0, 1.5, 0, 1])
    #expect(try StringOffsets("").applied(to: tuning) == tuning)
  }

  @Test(
    "a wrong entry is refused",
    arguments: ["6", "6=", "=2", "6=x", "6=0x2", "6=nan", "6=1,6=2", ","])
  func refusesEntries(text: String) {
    #expect(throws: StringOffsetError.self) { try StringOffsets(text) }
  }

  @Test("a string that is not there, and more than a semitone, are refused")
  func refusesStrings() {
    #expect(throws: InstrumentTuningError.self) {
      try StringOffsets("7=1").applied(to: .standard)
    }
    #expect(throws: InstrumentTuningError.self) {
      try StringOffsets("6=101").applied(to: .standard)
    }
  }
}
