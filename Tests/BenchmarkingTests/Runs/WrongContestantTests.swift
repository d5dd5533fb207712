// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import Plotting
import Testing

@Suite("Wrong detectors in a real run")
struct WrongContestantTests {
  /// A figure of the report, as `table/row/column`, and its range for a good detector.
  struct Limit: Hashable, CustomTestStringConvertible {
    let table: String
    let row: String
    let column: String
    let range: ClosedRange<Double>

    var testDescription: String { "\(table)/\(row)/\(column)" }

    func isMissed(in report: BenchReport) -> Bool {
      guard let table = report.tables.first(where: { $0.name == table }),
        let column = table.columns.firstIndex(where: { $0.name == column }),
        let figure = table.rows.first(where: { $0.name == row })?.figures[column]
      else { return true }
      return !range.contains(figure)
    }
  }

  static let limits: [String: Limit] = [
    "answered": .init(table: "errors", row: "string", column: "answered", range: 0.97...1),
    "gross": .init(table: "errors", row: "string", column: "gross", range: 0...0),
    "octave": .init(table: "errors", row: "string", column: "octave", range: 0...0),
    "cents": .init(table: "errors", row: "string", column: "median", range: 0...1),
    "note cents": .init(table: "notes", row: "string", column: "median", range: 0...0.25),
    "note gross": .init(table: "notes", row: "string", column: "gross", range: 0...0),
    "note answered": .init(table: "notes", row: "string", column: "answered", range: 1...1),
    "within 50": .init(table: "errors", row: "string", column: "within 50 c", range: 0.99...1),
    "within 1": .init(table: "errors", row: "string", column: "within 1 c", range: 0.99...1),
    "noise": .init(table: "noise", row: "white 0 dB", column: "within 50 c", range: 0.98...1),
    "settled 50": .init(
      table: "settling", row: "string E2–D♯3", column: "50 c, median", range: 0...0.035),
    "settled 5": .init(
      table: "settling", row: "string E2–D♯3", column: "5 c, median", range: 0...0.035),
    "legato": .init(table: "settling", row: "legato", column: "50 c, median", range: 0...0.035),
    "false alarm": .init(table: "unvoiced", row: "all", column: "false alarms", range: 0...0.002),
    "coverage": .init(table: "claims", row: "all", column: "|error| < 2 sigma", range: 0.9...1),
    "normalisedRMSError": .init(
      table: "claims", row: "all", column: "rms error/sigma", range: 0.7...1.3),
    "rank": .init(table: "claims", row: "all", column: "rank correlation", range: 0.3...1),
    "calibration": .init(
      table: "claims", row: "all", column: "calibration error", range: 0...0.1),
  ]

  struct Row: CustomTestStringConvertible {
    let fault: ModelContestant.Fault
    let missed: Set<String>
    var testDescription: String { fault.rawValue }
  }

  private static let late: Set<String> = ["settled 50", "settled 5", "legato"]
  private static let noClaims: Set<String> = [
    "coverage", "normalisedRMSError", "rank", "calibration",
  ]

  static let rows = [
    Row(fault: .none, missed: []),
    Row(
      fault: .octaveUp,
      missed: late.union(noClaims).union([
        "gross", "octave", "cents", "note cents", "note gross", "within 50", "within 1", "noise",
      ])),
    // Right by mir_eval's tolerance and wrong by that of a tuner.
    Row(
      fault: .tenCentsSharp,
      missed: [
        "cents", "note cents", "within 1", "settled 5", "coverage", "normalisedRMSError", "rank",
      ]),
    // The steady part is unchanged.
    Row(fault: .late, missed: late),
    // A missing figure misses its limit; it does not count as an error of zero.
    Row(
      fault: .silent,
      missed: late.union(noClaims).union([
        "answered", "gross", "octave", "cents", "note cents", "note gross", "note answered",
        "within 50", "within 1", "noise",
      ])),
    Row(fault: .alwaysVoiced, missed: ["false alarm"]),
    Row(fault: .sigmaAlways50, missed: ["normalisedRMSError", "rank"]),
  ]

  @Test("only the figures of its fault show each wrong detector", arguments: rows)
  func caught(row: Row) {
    let report = TestReport.of(row.fault)
    #expect(report.failures.isEmpty)
    let missed = Set(Self.limits.filter { $0.value.isMissed(in: report) }.keys)
    #expect(missed.subtracting(row.missed) == [], "false alarms")
    #expect(row.missed.subtracting(missed) == [], "not caught")
  }

  @Test("each limit of the table is missed by at least one wrong detector")
  func everyLimit() {
    let missed = Self.rows.reduce(into: Set<String>()) { $0.formUnion($1.missed) }
    #expect(missed == Set(Self.limits.keys))
  }

  /// Ends with a failure for every item of some sets.
  private struct Shy: Contestant {
    let sets: [String]
    let name = "shy"
    var meaning: PitchMeaning { .partial }

    func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
      guard !sets.contains(where: { input.item.hasPrefix($0 + "/") }) else {
        throw .failed(status: 1, message: "unsure")
      }
      return try ModelContestant(fault: .none).readings(of: input)
    }
  }

  @Test("a detector gains nothing if it fails the items of which it is unsure")
  func failures() throws {
    let report = TestReport.make(by: Shy(sets: ["unvoiced", "string"]))
    func figure(_ table: String, _ row: String, _ column: String) throws -> Double? {
      let table = try #require(report.tables.first { $0.name == table })
      let place = try #require(table.columns.firstIndex { $0.name == column })
      return table.rows.first { $0.name == row }?.figures[place]
    }
    // Of the three notes of the set, none is answered or settles.
    #expect(try figure("errors", "string", "answered") == 0)
    #expect(try figure("errors", "string", "within 50 c") == 0)
    #expect(try figure("settling", "string E2–D♯3", "50 c, never") == 1)
    #expect(try figure("unvoiced", "all", "false alarms") == 1)
    // Other sets are as before.
    #expect(try figure("settling", "legato", "50 c, never") == 0)
    let failed = report.results.count { ["unvoiced", "string"].contains($0.set) }
    #expect(report.failures.count == failed && failed > 3)
    #expect(try figure("items", "all", "failed") == Double(failed))
    #expect(try figure("items", "all", "scored") == Double(report.results.count - failed))
  }

  /// A model whose windows are known.
  private struct Windowed: Contestant {
    let seconds: Double?
    let name = "windowed"
    var meaning: PitchMeaning { .partial }

    func window(of pitch: Hertz, at rate: SampleRate) -> Double? { seconds }

    func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
      try ModelContestant(fault: .none).readings(of: input)
    }
  }

  @Test(
    "the bound is over the windows of the contestant, or over 4096 samples if nobody knows them")
  func windows() throws {
    func bound(_ seconds: Double?) throws -> Double {
      let report = TestReport.make(by: Windowed(seconds: seconds))
      #expect(report.plan.windows == seconds.map { [$0, $0] })
      let table = try #require(report.tables.first { $0.name == "noise" })
      let place = try #require(table.columns.firstIndex { $0.name == "bound, median" })
      return try #require(table.rows.first { $0.name == "white 20 dB" }?.figures[place])
    }
    let unknown = try bound(nil)
    // 4096 samples at the 8 kHz of the tests.
    #expect(try bound(0.512) == unknown)
    // The standard error falls with the length to the power of 1.5, and the middle of a shorter
    // window lies later in the decay.
    let ratio = try bound(0.256) / unknown
    #expect((2.82...4.5).contains(ratio), "\(ratio)")
  }

  @Test("the picture of early readings shows the root mean square, which the bound limits to 1")
  func windowPicture() throws {
    let report = TestReport.of(.none)
    let group = try #require(
      ReportPictures.groups(of: [report]).first { $0.title.hasPrefix("Error over the bound") })
    let series = try #require(group.figures.first?.first?.series.first { $0.name == "white 20 dB" })
    let table = try #require(report.tables.first { $0.name == "window" })
    let place = try #require(table.columns.firstIndex { $0.name == "over bound, rms" })
    let figures = table.rows.filter { $0.name.hasPrefix("white 20 dB") }.map(\.figures[place])
    #expect(series.points.map(\.y) == figures.compactMap { $0 } && !figures.isEmpty)
  }

  /// Leaves out the readings that a model gets wrong, or reports no pitch for them.
  private struct Picky: Contestant {
    let omits: Bool
    let name = "picky"
    var meaning: PitchMeaning { .partial }

    func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
      let good = try ModelContestant(fault: .none).readings(of: input)
      return good.compactMap { reading in
        // Every third tenth of a second is difficult, and every seventh reading.
        let update = Int((reading.seconds * 200).rounded())
        guard update / 20 % 3 == 0 || update % 7 == 0 else { return reading }
        return omits ? nil : Reading(seconds: reading.seconds, answer: nil)
      }
    }
  }

  @Test("a detector gains nothing if it leaves out readings instead of reporting no pitch")
  func omission() throws {
    let (omits, admits) = (
      TestReport.make(by: Picky(omits: true)), TestReport.make(by: Picky(omits: false))
    )
    let names = ["errors", "notes", "noise", "settling", "unvoiced"]
    for name in names {
      #expect(
        omits.tables.first { $0.name == name }?.rows.map(\.figures)
          == admits.tables.first { $0.name == name }?.rows.map(\.figures), "\(name)")
    }
    let limit = try #require(Self.limits["answered"])
    #expect(limit.isMissed(in: omits))
  }

  /// Reports a pitch in every noise, and goes on without a pitch after the end of the sound.
  private struct Endless: Contestant {
    let end: Double
    let name = "endless"
    var meaning: PitchMeaning { .partial }

    func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
      let readings = try ModelContestant(fault: .alwaysVoiced).readings(of: input)
      let late = stride(from: input.duration + 0.005, through: input.duration + end, by: 0.005)
      return readings + late.map { Reading(seconds: $0, answer: nil) }
    }
  }

  @Test("a detector gains nothing if it prints readings after the end of the sound")
  func readingsAfterTheEnd() throws {
    let (within, beyond) = (
      TestReport.of(.alwaysVoiced), TestReport.make(by: Endless(end: 20))
    )
    // Half a slot of 0.05 s may follow the sound, five readings at 200 a second.
    let counts = zip(within.results, beyond.results).map { within, beyond in
      (within.score?.noise.falseAlarms.total ?? 0, beyond.score?.noise.falseAlarms.total ?? 0)
    }
    #expect(counts.contains { $0.0 > 0 } && counts.allSatisfy { $0.1 <= $0.0 + 5 }, "\(counts)")
    let limit = try #require(Self.limits["false alarm"])
    #expect(limit.isMissed(in: beyond))
    #expect(
      within.tables.first { $0.name == "errors" }?.rows
        == beyond.tables.first { $0.name == "errors" }?.rows)
  }

  /// Prints three lines 0.1 ms apart for each twentieth of a second.
  private struct Hasty: Contestant {
    let name = "hasty"
    var meaning: PitchMeaning { .partial }

    func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
      (1...Int(input.duration / 0.05)).flatMap { slot in
        (0..<3).map { Reading(seconds: 0.05 * Double(slot) - 1e-4 * Double($0), answer: nil) }
          .reversed()
      }
    }
  }

  @Test("lines that are almost at the same time do not fill the memory with missing readings")
  func closeReadings() {
    let report = TestReport.make(by: Hasty())
    let noises = report.results.filter { $0.set == "unvoiced" }.compactMap(\.score)
    // Each noise lasts 2 s. At most one reading a millisecond is inserted.
    #expect(!noises.isEmpty)
    for noise in noises { #expect((100...2120).contains(noise.noise.falseAlarms.total)) }
  }

  /// Has no reading for any sound.
  private struct Mute: Contestant {
    let name = "mute"
    var meaning: PitchMeaning { .partial }
    func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] { [] }
  }

  @Test("a detector without a reading fails, in words that do not mean a program")
  func mute() {
    let failures = TestReport.make(by: Mute()).failures
    #expect(failures.count == ModelContestant.items.items.count)
    #expect(failures.allSatisfy { $0.failure == "mute: it has no reading" })
  }
}
