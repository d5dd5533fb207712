// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("Unison courses, played string by string")
struct UnisonCourseTests {
  private let tuner = Program("tuner")

  /// B3 and E4 of a guitar with twelve strings: first a string that is sharp, then its neighbour.
  private func recording() throws -> TemporaryDirectory {
    let strings = [(246.942, 15.0), (246.942, -3), (329.628, 20), (329.628, 2)]
    let samples = strings.flatMap { hertz, cents in WAVE.pluck(hertz * exp2(cents / 1200)) }
    return try TemporaryDirectory(holding: ["take.wav": WAVE.floats(samples)])
  }

  @Test("analyze has one row for a course with both readings and the advice for the worse one")
  func rows() throws {
    let files = try recording()
    let (take, plot) = (files.path + "/take.wav", files.path + "/take.svg")
    let outcome = try tuner.run(["analyze", "-t", "twelve_string", "--plot", plot, take])
    #expect(
      outcome.output.contains(
        #/strings 4\+3 \(B3\) +\+1[45]\.\d and [-−][23]\.\d cents, (slightly )?sharp/#),
      "\(outcome.output)")
    #expect(outcome.output.contains(#/strings 2\+1 \(E4\) +\+(19|20)\.\d and \+[12]\.\d cents/#))
    #expect(!outcome.output.contains("string 3") && !outcome.output.contains("string 4"))
    let picture = try String(contentsOfFile: plot, encoding: .utf8)
    #expect(picture.contains(">4+3  B3<"))
    #expect(picture.contains(#/>\+1[45]\.\d[^<]* and [-−][23]\.\d[^<]* cents, (slightly )?sharp/#))
    let checked = try tuner.run(["check", "-t", "twelve_string", take])
    #expect(checked.output.matches(of: #/strings 4\+3 \(B3\)/#).count == 2, "\(checked.output)")
  }

  @Test("pages, labels and layers have the name of the course, also for single notes and updates")
  func names() throws {
    let files = try recording()
    let (take, page) = (files.path + "/take.wav", files.path + "/take.html")
    let settings = ["analyze", "-t", "twelve_string"]
    try #require(tuner.run(settings + ["--html", page, take]).status == 0)
    let cells = try String(contentsOfFile: page, encoding: .utf8)
      .matches(of: #/<td>(strings? [0-9+]+ \([A-G][0-9]\))</#).map(\.1)
    #expect(
      cells == ["strings 4+3 (B3)", "strings 4+3 (B3)", "strings 2+1 (E4)", "strings 2+1 (E4)"])
    for content in [[], ["--frames"]] {
      for format in ["labels", "svl"] {
        let outcome = try tuner.run(settings + content + ["-f", format, take])
        let names = Set(outcome.output.matches(of: #/[0-9+]+:(?:B3|E4)/#).map(\.output))
        #expect(names == ["4+3:B3", "2+1:E4"], "\(format) \(content): \(names)")
      }
    }
  }

  @Test("json has both readings, each under one string of the course")
  func json() throws {
    let files = try recording()
    let outcome = try tuner.run(
      ["analyze", "-f", "json", "-t", "twelve_string", files.path + "/take.wav"])
    let document =
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let strings = try #require(document?["strings_heard"] as? [[String: Any]])
    #expect(strings.count == 12)
    let cents = strings.reduce(into: [Int: Double]()) { cents, string in
      if let number = string["string"] as? Int { cents[number] = string["cents"] as? Double }
    }
    try #require(cents.keys.sorted() == [1, 2, 3, 4])
    for (string, expected) in [4: 15.0, 3: -3, 2: 20, 1: 2] {
      #expect(abs((cents[string] ?? .nan) - expected) < 1)
    }
  }

  @Test("a locked string is alone, and its last note counts")
  func locked() throws {
    let files = try recording()
    let outcome = try tuner.run(
      ["check", "-t", "twelve_string", "--string", "3", files.path + "/take.wav"])
    #expect(outcome.output.contains("string 3 (B3)"), "\(outcome.output)")
  }
}
