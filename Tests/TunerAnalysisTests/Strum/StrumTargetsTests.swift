// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@testable import TunerAnalysis

@Suite("The strings of strokes in the settings")
struct StrumTargetsTests {
  @Test(
    "offsets that part strings which are measured as one are refused, and both are named",
    arguments: [
      ("twelve_string", "3=-40", "strings 4+3 (B3)", "40.0 cents"),
      ("twelve_string", "1=20,2=-30", "strings 2+1 (E4)", "50.0 cents"),
      ("E2 F2 A2 D3", "4=50", "strings 4+3 (E2)", "50.0 cents"),
    ])
  func refuses(tuning: String, offsets: String, names: String, distance: String) throws {
    let error = try #require(throws: StrumTargetsError.self) {
      try StrokeScenes([.tuning: tuning, .offsets: offsets])
    }
    #expect(error.description.contains("can't separate \(names), "), "\(error)")
    #expect(error.description.contains("differ by \(distance)"), "\(error)")
  }

  @Test("a notice names strings that are measured as one, also those of a mandolin's courses")
  func notices() throws {
    func notice(_ flags: [SettingSources.Name: String]) throws -> String? {
      try StrokeScenes(flags).settings.strum?.notice
    }
    #expect(try notice([:]) == nil)
    #expect(try notice([.tuning: "violin"]) == nil)
    #expect(try notice([.tuning: "twelve_string"])?.contains("strings 4+3 (B3)") == true)
    for offsets in ["1=0", "1=2"] {
      let text = try notice([.tuning: "mandolin", .offsets: offsets, .capo: "2"])
      #expect(text?.contains("a course has two strings") == true, "\(text ?? "none")")
    }
  }

  @Test("equal offsets of a course move its target, and a sum of offsets counts")
  func allows() throws {
    let moved = try StrokeScenes([.tuning: "twelve_string", .offsets: "4=-40,3=-40"])
    let plain = try StrokeScenes([.tuning: "twelve_string"])
    let distance = moved.targets[8].frequency.interval(above: plain.targets[8].frequency)
    #expect(abs(distance.value + 40) < 1e-9)
    #expect(try StrokeScenes([.offsets: "3=-40"]).targets.count == 6)
  }
}
