// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// A test case made from a report; its sound is stored outside the repository.
struct ReportCase: Decodable, CustomTestStringConvertible {
  /// The place of a reading: its time, and the string of a stroke.
  struct Place: Hashable {
    var time: Double
    var string: Int?
  }

  /// The truth at one place.
  struct Reading: Decodable, Equatable {
    var place: Place
    /// The note, or the state of a string of a stroke.
    var note: String?
    var cents: Double?

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      place = Place(time: try row.decode(Double.self))
      if row.count == 4 { place.string = try row.decode(Int.self) }
      note = try row.decodeIfPresent(String.self)
      cents = try row.decodeIfPresent(Double.self)
    }

    init(_ place: Place, note: String?, cents: Double?) {
      self.place = place
      self.note = note
      self.cents = cents
    }
  }

  private struct Frame: Decodable {
    var time: Double
    var string: Int?
    var note: String?
    var octave: Int?
    var cents: Double?
    var state: String

    enum CodingKeys: String, CodingKey {
      case time = "time_s"
      case string, note, octave, cents, state
    }

    var reading: Reading {
      let place = Place(time: time, string: string)
      if string != nil { return Reading(place, note: state, cents: cents) }
      let isSilent = state == "silent" || note == nil
      return Reading(
        place, note: isSilent ? nil : note.map { "\($0)\(octave ?? 0)" },
        cents: isSilent ? nil : cents)
    }
  }

  /// The tolerance of a reading: a tenth of a cent, as everywhere.
  static let tolerance = 0.1

  var schema: String
  /// The SHA-256 of the sound, which is its name.
  var audio: String
  var arguments: [String]
  var readings: [Reading]

  var testDescription: String { String(audio.prefix(12)) }

  /// Reads the case at `path`.
  init(path: String) throws {
    self = try JSONDecoder().decode(
      ReportCase.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Returns the differences between the tuner's readings and the case, a sentence each.
  func differences(in store: String) throws -> [String] {
    let run = try Program("tuner").run(
      ["analyze", "--frames", "--format", "ndjson", "-q"] + arguments
        + ["\(store)/\(audio).wav"])
    guard run.status == 0 || run.status == 1 else { return [run.errors] }
    var heard: [Place: Reading] = [:]
    for line in run.output.split(separator: "\n").dropFirst() {
      let reading = try JSONDecoder().decode(Frame.self, from: Data(line.utf8)).reading
      heard[reading.place] = reading
    }
    return readings.compactMap { wanted in
      guard let actual = heard[wanted.place] else { return "nothing at \(wanted.place.time) s" }
      let isNear =
        switch (wanted.cents, actual.cents) {
        case (nil, nil): true
        case (let wanted?, let actual?): abs(wanted - actual) <= Self.tolerance
        default: false
        }
      return wanted.note == actual.note && isNear ? nil : "\(wanted), and not \(actual)"
    }
  }
}

/// The directories of the reports: cases in `Tests/Reports`, sounds in `HEADSTOCK_REPORTS`.
enum ReportStore {
  static let sounds = ProcessInfo.processInfo.environment["HEADSTOCK_REPORTS"]

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let folder = root.appendingPathComponent("Tests/Reports")

  static let paths: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))
    .map { $0.filter { $0.hasSuffix(".json") }.sorted().map { folder.path + "/" + $0 } } ?? []

  static func holds(_ path: String) -> Bool {
    guard let sounds, let report = try? ReportCase(path: path) else { return false }
    return FileManager.default.fileExists(atPath: "\(sounds)/\(report.audio).wav")
  }
}

@Suite("Cases made of reports")
struct ReportTests {
  @Test("every case is valid", arguments: ReportStore.paths)
  func readable(path: String) throws {
    let report = try ReportCase(path: path)
    #expect(report.schema == "headstock.report-case/1")
    #expect(!report.readings.isEmpty)
  }

  @Test("reported errors do not return", arguments: ReportStore.paths.filter(ReportStore.holds))
  func replay(path: String) throws {
    let differences = try ReportCase(path: path).differences(in: try #require(ReportStore.sounds))
    #expect(differences.isEmpty, "\(differences.prefix(5))")
  }

  /// The case that one command makes of the report of a session.
  private struct MadeCase {
    let files: TemporaryDirectory
    /// The sounds of reports.
    var store: String { files.path + "/sounds" }
    /// The program that makes a case, and its arguments.
    private let script: [String]
    var report: ReportCase

    /// Plays a plucked string of a frequency to `tuner live`, and makes a case of the report.
    init(ofPluck frequency: Double, _ arguments: [String]) throws {
      files = try TemporaryDirectory(
        holding: ["take.wav": WAVE.floats(WAVE.pluck(frequency))])
      let environment = ["XDG_RUNTIME_DIR": files.path + "/run"]
      let tuner = Program("tuner")
      let live = try tuner.run(
        ["live", "-q", "--input", files.path + "/take.wav"] + arguments, environment: environment)
      #expect(live.status == 0)
      let zip = files.path + "/report.zip"
      #expect(try tuner.run(["report", "-o", zip], environment: environment).status == 0)
      script = [
        ReportStore.root.appendingPathComponent("scripts/report-to-test.py").path, zip, "made",
        "--tuner", tuner.path, "--reports", files.path + "/sounds", "--cases", files.path,
      ]
      let made = try Program(path: "/usr/bin/python3").run(script)
      #expect(made.status == 0, "\(made.errors)")
      report = try ReportCase(path: files.path + "/made.json")
    }

    func makeAgain() throws -> Program.Outcome {
      try Program(path: "/usr/bin/python3").run(script)
    }
  }

  // The whole procedure with a synthetic sound: analysis, report, test case and replay, which fails
  // when the case requires another note.
  @Test("one command makes a case from a report, and the case can fail")
  func wholeWay() throws {
    var made = try MadeCase(ofPluck: 111, ["--rate", "30", "-t", "D2 A2 D3 G3 B3 E4"])
    #expect(made.report.readings.count == 45)
    #expect(
      made.report.readings.contains { $0.note == "A2" && abs(($0.cents ?? 0) - 15.67) < 0.5 })
    #expect(try made.report.differences(in: made.store) == [])
    let index = try #require(made.report.readings.firstIndex { $0.note == "A2" })
    made.report.readings[index].note = "E2"
    #expect(try made.report.differences(in: made.store).count == 1)
    // A second case of the same name is refused.
    #expect(try made.makeAgain().status == 2)
  }

  @Test("a report of strokes gives a case of every string, which can fail")
  func strokes() throws {
    var made = try MadeCase(ofPluck: 110, ["--strum"])
    #expect(Set(made.report.readings.map(\.place.string)) == [1, 2, 3, 4, 5, 6])
    #expect(try made.report.differences(in: made.store) == [])
    let index = try #require(
      made.report.readings.firstIndex { $0.place.string == 5 && $0.note == "sounding" })
    made.report.readings[index].cents = 30
    #expect(try made.report.differences(in: made.store).count == 1)
  }
}
