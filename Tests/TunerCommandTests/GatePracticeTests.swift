// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner gate: recorded practice")
struct GatePracticeTests {
  private let gate: GatePlace

  init() throws { gate = try GatePlace() }

  @Test("practice from a recording counts once, and meeting the goal opens the gate")
  func goalMet() throws {
    try gate.setUp("--goal", "practice=1m")
    _ = try gate.run("gate", "apply")
    let first = try gate.run("analyze", "--practice", "-t", "chromatic", gate.playing(seconds: 90))
    #expect(first.errors.contains("of practice counted"))
    let again = try gate.run("analyze", "--practice", "-t", "chromatic", gate.playing(seconds: 90))
    #expect(again.errors.contains("already in the journal"))
    let applied = try gate.run("gate", "apply")
    #expect(applied.output.hasPrefix("open until 00:00"))
    #expect(try gate.text() == GatePlace.original)
    let practice = try gate.run("practice", "status")
    #expect(practice.output.contains("1 / 1 min  ✓"))
    let locked = try gate.run("gate", "lock")
    #expect(locked.status == 0 && locked.output.hasPrefix("locked: youtube.com"))
    #expect(try gate.text().contains("youtube.com"))
  }

  @Test("a recording counts once, with whatever options it is analysed")
  func onceWithAnyOptions() throws {
    let file = try gate.playing(seconds: 20)
    let first = try gate.run("analyze", "--practice", file)
    #expect(first.errors.contains("of practice counted"))
    for options in [
      ["--rate", "30"], ["--smooth"], ["--detector", "yin"], ["--min-hz", "40"],
      ["--clock-ppm", "1"], ["-t", "chromatic"], ["--channel", "1"],
    ] {
      let again = try gate.tuner.run(
        ["analyze", "--practice", file] + options, environment: gate.variables)
      #expect(again.errors.contains("already in the journal"), "\(options): \(again.errors)")
    }
  }

  @Test(
    "practice in an older recording counts on its day, or over midnight on both; the line says so",
    arguments: [
      (1_763_726_400, "2025-11-21"),  // 2025-11-21T12:00:00Z
      (1_763_769_610, "2025-11-21 and 2025-11-22"),  // 2025-11-22T00:00:10Z
    ])
  func otherDay(end: Int, days: String) throws {
    let file = try gate.playing(seconds: 20)
    let date = Date(timeIntervalSince1970: Double(end))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    let outcome = try gate.tuner.run(
      ["analyze", "--practice", file],
      environment: gate.variables.merging(["TZ": "UTC"]) { $1 })
    #expect(outcome.errors.contains("counted on \(days), not today"), "\(outcome.errors)")
  }

  @Test("a recording that is played live counts if requested, and only once")
  func live() throws {
    let file = try gate.playing(seconds: 3)
    let settings = ["-t", "chromatic"]
    let silent = try gate.tuner.run(
      ["live", "--input", file, "-f", "ndjson"] + settings, environment: gate.variables)
    #expect(silent.status == 0 && !silent.errors.contains("practice"))
    #expect(!FileManager.default.fileExists(atPath: gate.journal))
    let played = try gate.tuner.run(
      ["live", "--input", file, "-f", "ndjson", "--practice"] + settings,
      environment: gate.variables)
    #expect(played.status == 0 && played.errors.contains("of practice counted"))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: gate.journal).isEmpty)
    // --journal is the old name.
    let analyzed = try gate.tuner.run(
      ["analyze", "--journal", file] + settings, environment: gate.variables)
    #expect(analyzed.errors.contains("already in the journal"))
  }

  @Test("the same sound counts the same, whether strokes or single strings are measured")
  func strokes() throws {
    let file = try gate.playing(seconds: 5)
    var journals: [String] = []
    for command in [
      ["analyze"], ["analyze", "--strum"], ["live", "--strum", "-f", "text", "--input"],
    ] {
      let place = try GatePlace()
      let outcome = try place.tuner.run(
        command + [file, "--practice"], environment: place.variables)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("of practice counted"), "\(command): \(outcome.errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: place.journal)
      let name = try #require(names.first { $0.hasSuffix(".jsonl") })
      journals.append(try String(contentsOfFile: place.journal + "/" + name, encoding: .utf8))
    }
    #expect(journals[0].contains("\"notes\":"), "\(journals[0])")
    #expect(journals[1] == journals[0])
    #expect(journals[2] == journals[0])
  }

  @Test("a recording of which a part was played live can still count as a whole")
  func livePart() throws {
    let file = try gate.playing(seconds: 5)
    let settings = ["-t", "chromatic"]
    let played = try gate.tuner.run(
      ["live", "--input", file, "-f", "ndjson", "--practice", "--seconds", "2"] + settings,
      environment: gate.variables)
    #expect(played.errors.contains("of practice counted"), "\(played.errors)")
    let whole = try gate.tuner.run(
      ["analyze", "--practice", file] + settings, environment: gate.variables)
    #expect(whole.errors.contains("of practice counted"), "\(whole.errors)")
  }

  @Test("practice log shows the days, draws them, and reports damaged lines")
  func log() throws {
    _ = try gate.run("analyze", "--practice", "-q", "-t", "chromatic", gate.playing(seconds: 90))
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: gate.journal)
        .first { $0.hasSuffix(".jsonl") })
    let handle = try #require(FileHandle(forWritingAtPath: gate.journal + "/" + name))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"v\":1,\n".utf8))
    let picture = gate.place.path + "/week.svg"
    let outcome = try gate.run("practice", "log", "--days", "3", "--svg", picture)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 3)
    #expect(outcome.errors.contains("is damaged"))
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(svg.hasPrefix("<svg xmlns="))
    #expect(try gate.run("practice", "log", "--days", "0").status == 2)
  }

  @Test("practice log shows the journal although a later version wrote the gate's file")
  func logWithoutGate() throws {
    try gate.setUp("--goal", "practice=20m")
    let file = gate.place.path + "/data/headstock/practice/gate.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let later = text.replacing(/"version" : 1/, with: "\"version\" : 99")
    #expect(later != text)
    try gate.place.write(Data(later.utf8), to: "data/headstock/practice/gate.json")
    let log = try gate.run("practice", "log", "--days", "2")
    #expect(log.status == 0 && !log.output.contains("/ 20"), "\(log.output)")
    #expect(log.errors.contains("without goals") && log.errors.contains("99"), "\(log.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == later)
  }

  @Test("practice log tells days without practice from a journal without practice")
  func emptyDays() throws {
    #expect(try gate.run("practice", "log").output.contains("no practice yet"))
    try gate.place.write(Data(), to: "data/headstock/practice/journal/2020-01-01.jsonl")
    let log = try gate.run("practice", "log").output
    #expect(log.contains("no practice in these days") && !log.contains("yet"), "\(log)")
  }
}
