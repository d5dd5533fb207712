// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze --batch --cache")
struct AnalyzeCacheTests {
  private let tuner = Program("tuner")
  private let place: TemporaryDirectory

  /// Three recordings that have been at rest for an hour, one of them with a name that is escaped.
  init() throws {
    place = try TemporaryDirectory()
    for (index, name) in ["a.wav", "b, \"c\".wav", "d.wav"].enumerated() {
      try write(110 * pow(2, Double(index) / 6), to: name)
    }
  }

  private func write(_ hertz: Double, to name: String) throws {
    try place.write(WAVE.floats(WAVE.pluck(hertz, seconds: 0.8)), to: "in/" + name)
    try age(name)
  }

  private func age(_ name: String, seconds: Double = 3600) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
      ofItemAtPath: place.path + "/in/" + name)
  }

  private var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: place.path + "/in").sorted().map {
        place.path + "/in/" + $0
      }
    }
  }

  /// Runs a batch into a new directory, and returns its messages and its merge.
  private func run(_ arguments: [String] = [], program: Program? = nil) throws -> (
    errors: String, records: String
  ) {
    let directory = place.path + "/run-\(UUID().uuidString)"
    let program = program ?? tuner
    let outcome = try program.run(
      ["analyze", "--batch", directory, "--cache", place.path + "/cache"] + arguments + names)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (outcome.errors, try tuner.run(["merge", directory]).output)
  }

  private func plain(_ arguments: [String] = []) throws -> String {
    try tuner.run(["analyze", "-f", "ndjson"] + arguments + names).output
  }

  @Test("a second pass analyses nothing, and has the same bytes")
  func secondPass() throws {
    let first = try run()
    #expect(!first.errors.contains("known"))
    #expect(first.records == (try plain()))
    let second = try run()
    #expect(second.errors.contains("3 recordings analysed"), "\(second.errors)")
    #expect(second.errors.contains("3 of them known to the cache"))
    #expect(second.records == first.records)
  }

  @Test("the errors name samples that are not numbers, also for a result from the cache")
  func rejectedSamples() throws {
    var samples = WAVE.pluck(110, seconds: 0.8)
    for index in 20_000..<20_010 { samples[index] = .nan }
    try place.write(WAVE.floats(samples), to: "in/a.wav")
    try age("a.wav")
    for known in [0, 3] {
      let directory = place.path + "/run-\(known)"
      let outcome = try tuner.run(
        ["analyze", "--batch", directory, "--cache", place.path + "/cache"] + names)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("3 of them known") == (known == 3), "\(outcome.errors)")
      let errors = place.path + "/errors-\(known).ndjson"
      let merge = try tuner.run(["merge", directory, "--errors", errors])
      #expect(merge.status == 0, "\(merge.errors)")
      let reason = "10 samples are not a number or out of all scale; taken as silence"
      #expect(
        try String(contentsOfFile: errors, encoding: .utf8)
          == "{\"file\":\"\(names[0])\",\"status\":\"incomplete\",\"reason\":\"\(reason)\"}\n")
    }
  }

  @Test("csv has the same bytes from the cache")
  func csv() throws {
    let first = try run(["-f", "csv"])
    let second = try run(["-f", "csv"])
    #expect(second.errors.contains("3 of them known"))
    #expect(second.records == first.records && first.records.contains("\"\"c\"\".wav"))
  }

  @Test("a moved, a copied and a touched recording are known by their content")
  func content() throws {
    _ = try run()
    let files = FileManager.default
    try files.moveItem(atPath: place.path + "/in/a.wav", toPath: place.path + "/in/moved.wav")
    try files.copyItem(atPath: place.path + "/in/d.wav", toPath: place.path + "/in/e.wav")
    try age("d.wav", seconds: 60)
    try age("e.wav", seconds: 60)
    let again = try run()
    #expect(again.errors.contains("4 of them known"), "\(again.errors)")
    #expect(again.records == (try plain()))
  }

  @Test("a changed recording, also of the same size, is analysed again")
  func changed() throws {
    _ = try run()
    try write(200, to: "a.wav")
    try age("a.wav", seconds: 1800)
    let again = try run()
    #expect(again.errors.contains("2 of them known"), "\(again.errors)")
    #expect(again.records == (try plain()))
  }

  @Test(
    "a recording that was changed a moment ago is analysed each time: its time tells too little")
  func restless() throws {
    _ = try run()
    try age("a.wav", seconds: -60)
    #expect(try run().errors.contains("2 of them known"))
    #expect(try run().errors.contains("2 of them known"))
  }

  @Test(
    "other settings have other results",
    arguments: [
      ["--a4", "442"], ["--frames"], ["-t", "chromatic"], ["--rate", "30"], ["--smooth"],
      ["--channel", "1"], ["--strum"],
    ])
  func settings(arguments: [String]) throws {
    _ = try run()
    let other = try run(arguments)
    #expect(!other.errors.contains("known"), "\(other.errors)")
    #expect(other.records == (try plain(arguments)))
  }

  @Test("a changed file of a setting has other results, though its name is the same")
  func settingFile() throws {
    let scale = "! s.scl\n!\ntwelve\n 12\n!\n"
    let steps = (1...12).map { "\(100 * $0).0" }
    let file = try place.write(
      Data((scale + steps.joined(separator: "\n") + "\n").utf8), to: "s.scl")
    let flags = ["-t", "chromatic", "--temperament", file]
    _ = try run(flags)
    #expect(try run(flags).errors.contains("3 of them known"))
    let other = ["107.0"] + steps.dropFirst()
    try place.write(Data((scale + other.joined(separator: "\n") + "\n").utf8), to: "s.scl")
    let changed = try run(flags)
    #expect(!changed.errors.contains("known"), "\(changed.errors)")
  }

  @Test("another program has other results, though its version is the same")
  func program() throws {
    _ = try run()
    let copy = place.path + "/tuner"
    let made = try Program(path: "/bin/cp").run([tuner.path, copy])
    #expect(made.status == 0)
    #expect(!(try run(program: Program(path: copy)).errors.contains("known")))
  }

  @Test("damaged results are analysed again")
  func damage() throws {
    let first = try run()
    let cache = place.path + "/cache"
    for name in try FileManager.default.subpathsOfDirectory(atPath: cache) where name.count > 2 {
      try Data("tuner.cache/1\nhalf".utf8).write(to: URL(fileURLWithPath: cache + "/" + name))
    }
    let second = try run()
    #expect(!second.errors.contains("known"))
    #expect(second.records == first.records)
    #expect(try run().errors.contains("3 of them known"))
  }

  @Test("--cache needs --batch, a size and a format whose records have a name")
  func wrongUsage() throws {
    for (arguments, text) in [
      (["--cache", "c"], "--batch"), (["--cache", "c", "--batch", "d", "-f", "jams"], "--cache"),
      (["--cache", "c", "--batch", "d", "--cache-size", "1"], "--cache-size"),
      (["--cache", "", "--batch", "d"], "empty"),
    ] {
      let outcome = try tuner.run(["analyze"] + arguments + names)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
    }
    let file = try tuner.run(
      ["analyze", "--batch", place.path + "/d", "--cache", "/dev/null/c"] + names)
    #expect(file.status == 2 && file.errors.contains("/dev/null/c"), "\(file.errors)")
  }
}
