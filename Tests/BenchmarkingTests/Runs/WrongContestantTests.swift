// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
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
}
