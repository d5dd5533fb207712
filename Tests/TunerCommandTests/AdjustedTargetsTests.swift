// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("Offsets and stretch are named beside the temperament")
struct AdjustedTargetsTests {
  private let tuner = Program("tuner")
  private static let adjusted = ["--offsets", "5=30,1=-2.5"]
  private static let stretch = ["--stretch", "6=0.0003"]
  // A2 is raised by 30 cents: 110·2^(30/1200).
  private static let target = 110 * exp2(30.0 / 1200)

  private func recording() throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: ["take.wav": WAVE.floats(WAVE.pluck(110))])
  }

  private func run(_ arguments: [String]) throws -> Data {
    let files = try recording()
    let outcome = try tuner.run(arguments + [files.path + "/take.wav"])
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    return Data(outcome.output.utf8)
  }

  private func number(_ value: Any?) throws -> Double {
    try #require((value as? NSNumber)?.doubleValue)
  }

  @Test(
    "the headers of records name them, with the frequencies in tune",
    arguments: [[], ["--frames"], ["--strum"], ["--strum", "--frames"]])
  func headers(content: [String]) throws {
    let lines = try IndependentReader.rows(
      "ndjson", run(["analyze", "-f", "ndjson"] + content + Self.adjusted))
    let document = try IndependentReader.object(
      "json", run(["analyze", "-f", "json"] + content + Self.adjusted))
    for header in [lines[0], document] {
      #expect(header["offsets"] as? String == "1=-2.5,5=30")
      #expect(header["stretch"] is NSNull)
      let targets = try #require(header["targets_hz"] as? [Any])
      #expect(targets.count == 6)
      #expect(try abs(number(targets[1]) - Self.target) < 1e-9)
    }
    let stretched = try IndependentReader.rows(
      "ndjson", run(["analyze", "-f", "ndjson"] + content + Self.stretch))
    #expect(stretched[0]["offsets"] is NSNull)
    #expect(stretched[0]["stretch"] as? String == "6=0.0003")
    let plain = try IndependentReader.rows("ndjson", run(["analyze", "-f", "ndjson"] + content))
    #expect(plain[0]["targets_hz"] as? NSArray != stretched[0]["targets_hz"] as? NSArray)
  }

  @Test("chromatic has no offsets and no targets of strings")
  func chromatic() throws {
    let lines = try IndependentReader.rows(
      "ndjson", run(["analyze", "-f", "ndjson", "-t", "chromatic"]))
    #expect(lines[0]["targets_hz"] is NSNull && lines[0]["offsets"] is NSNull)
    #expect(try abs(number(lines[1]["target_hz"]) - 110) < 1e-9)
  }

  @Test("a record of a note has the frequency in tune of its target, in analyses and checks")
  func notes() throws {
    let lines = try IndependentReader.rows(
      "ndjson", run(["analyze", "-f", "ndjson"] + Self.adjusted))
    let checks = try IndependentReader.rows(
      "ndjson", run(["check", "-f", "ndjson", "--tolerance", "20"] + Self.adjusted))
    for record in [lines[1], checks[1]] {
      #expect(try abs(number(record["target_hz"]) - Self.target) < 1e-9)
      let (frequency, cents) = (try number(record["frequency_hz"]), try number(record["cents"]))
      #expect(abs(1200 * log2(frequency / Self.target) - cents) < 1e-6)
    }
    #expect(checks[0]["offsets"] as? String == "1=-2.5,5=30")
    #expect(checks[0]["capo"] as? Int == 0)
  }

  @Test("annotations and layers have them too")
  func files() throws {
    let jams = try IndependentReader.object("jams", run(["analyze", "-f", "jams"] + Self.adjusted))
    let sandbox = try #require(jams["sandbox"] as? [String: Any])
    #expect(sandbox["offsets"] as? String == "1=-2.5,5=30")
    #expect((sandbox["targets_hz"] as? [Any])?.count == 6)
    let layer = try run(["analyze", "-f", "svl"] + Self.adjusted + Self.stretch)
    _ = try IndependentReader.object("svl", layer)
    let text = String(decoding: layer, as: UTF8.self)
    #expect(text.contains("temperament equal, offsets 1=-2.5,5=30, stretch 6=0.0003"), "\(text)")
    #expect(text.contains("; targets in Hz: "))
  }

  @Test("a page names them, and the capo")
  func page() throws {
    let files = try recording()
    let page = files.path + "/page.html"
    let outcome = try tuner.run(
      ["analyze", "--html", page, "--capo", "2"] + Self.adjusted + Self.stretch + [
        files.path + "/take.wav"
      ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try String(contentsOfFile: page, encoding: .utf8).contains(
        "temperament equal, capo 2, offsets 1=-2.5,5=30, stretch 6=0.0003; in tune is up to"))
  }

  @Test("strings that a stroke can't separate are named once, and not with -q")
  func joint() throws {
    let files = try recording()
    let path = files.path + "/take.wav"
    let notice =
      "tuner: a stroke can't separate strings 4+3 (B3) and strings 2+1 (E4): "
      + "each of these counts as one string\n"
    let strum = ["--strum", "-t", "twelve_string"]
    for command in [
      ["analyze"], ["check"], ["live", "-f", "text", "--no-report", "--input"],
    ] {
      let said = try tuner.run(command + [path] + strum)
      #expect(said.errors.contains(notice), "\(command): \(said.errors)")
      let quiet = try tuner.run(command + [path, "-q"] + strum)
      #expect(quiet.errors.isEmpty, "\(command): \(quiet.errors)")
    }
    let records = try tuner.run(["analyze", "-q", "-f", "ndjson", path] + strum)
    let rows = try IndependentReader.rows("ndjson", Data(records.output.utf8))
    #expect(rows[0]["joint_strings"] as? String == "4+3 2+1")
    for command in [["analyze"], ["check"], ["tremolo"], ["live", "--input"]] {
      let parted = try tuner.run(
        command + [path, "-t", "twelve_string", "--offsets", "3=-40"]
          + (command == ["tremolo"] ? [] : ["--strum"]))
      #expect(parted.status == 2 && parted.output == "", "\(command)")
      #expect(parted.errors.contains("strings 4+3 (B3), and their targets differ by 40.0 cents"))
    }
  }
}
