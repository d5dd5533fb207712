// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Wrong measurements of strokes in a real run")
struct StrumAccuracyTargetTests {
  /// The kinds of missed targets: their names without strings and times.
  private static func missed(by fault: ModelStrumContestant.Fault) throws -> Set<String> {
    let outcomes = try ModelStrumReports.report(of: fault).targets.filter { $0.verdict == .missed }
    return Set(outcomes.map { String($0.target.name.prefix { $0 != "," }) })
  }

  struct Row: CustomTestStringConvertible {
    let fault: ModelStrumContestant.Fault
    let missed: Set<String>
    var testDescription: String { fault.rawValue }
  }

  private static let claims: Set<String> = ["within 2 sigma", "median sigma over median error"]
  private static let errors: Set<String> = ["median error", "95th percentile"]
  private static let falseSounding: Set<String> = [
    "fingered: silent reported as sounding", "muted strings: silent reported as sounding",
    "palm mute: silent reported as sounding",
  ]

  static let rows = [
    Row(fault: .none, missed: []),
    Row(fault: .centSharp, missed: errors.union(["within 2 sigma", "right at ± 5 cents"])),
    Row(
      fault: .semitoneSharp,
      missed: errors.union([
        "within 2 sigma", "right at ± 5 cents", "wrong", "fingered: wrong", "muted strings: wrong",
      ])),
    Row(
      fault: .hearsEverything,
      missed: falseSounding.union([
        "reported strokes that nobody played", "silent reported as sounding",
        "fingered: every string reported although one does not sound",
        "muted strings: every string reported although one does not sound",
      ])),
    // No figure is there to be good: that is a miss, never an error of zero.
    Row(
      fault: .silent,
      missed: errors.union(claims).union([
        "answered", "right at ± 5 cents", "first complete reading",
        "played strokes that were not reported",
      ])),
    Row(fault: .wideSigma, missed: ["median sigma over median error"]),
    Row(fault: .narrowSigma, missed: ["within 2 sigma"]),
    Row(fault: .late, missed: ["first complete reading"]),
  ]

  @Test("only the targets of its fault fail for each wrong measurement", arguments: rows)
  func caught(row: Row) throws {
    let missed = try Self.missed(by: row.fault)
    #expect(missed.subtracting(row.missed) == [], "false alarms")
    #expect(row.missed.subtracting(missed) == [], "not caught")
  }

  @Test("every kind of target is missed by at least one wrong measurement")
  func everyTarget() {
    let missed = Self.rows.reduce(into: Set<String>()) { $0.formUnion($1.missed) }
    let kinds = StrumAccuracyTarget.judge([]).map { String($0.target.name.prefix { $0 != "," }) }
    #expect(Set(kinds) == missed)
  }

  @Test("targets have unique names, and are not evaluated without strokes")
  func names() {
    let targets = StrumAccuracyTarget.judge([])
    #expect(
      Set(targets.map { "\($0.target.group)/\($0.target.name)" }).count == targets.count)
    #expect(targets.allSatisfy { $0.verdict == .notRun })
  }

  struct Published: CustomTestStringConvertible {
    let group: String
    let name: String
    let limit: TargetLimit
    var testDescription: String { "\(group): \(name)" }
  }

  private static let mixtures = "Mixtures of recorded strings"
  private static let synthetic = "Synthetic strokes"

  @Test(
    "the limits are those of the requirements",
    arguments: [
      Published(group: synthetic, name: "median error, E2 to G3, 0.5 s", limit: .atMost(0.05)),
      Published(group: synthetic, name: "95th percentile, B3 E4, 0.5 s", limit: .atMost(2)),
      Published(group: synthetic, name: "median error, B3 E4, 1.0 s", limit: .atMost(0.1)),
      Published(group: synthetic, name: "95th percentile, E2 to G3, 1.0 s", limit: .atMost(0.2)),
      Published(group: synthetic, name: "wrong, 0.5 s", limit: .atMost(0.003)),
      Published(group: mixtures, name: "median error, E2 to G3, 1.0 s", limit: .atMost(0.3)),
      Published(group: mixtures, name: "95th percentile, E2 to G3, 1.0 s", limit: .atMost(2)),
      Published(group: mixtures, name: "median error, B3 E4, 1.0 s", limit: .atMost(0.7)),
      Published(group: mixtures, name: "95th percentile, B3 E4, 1.0 s", limit: .atMost(4)),
      Published(group: mixtures, name: "answered, E2 to G3, 0.5 s", limit: .atLeast(0.99)),
      Published(group: mixtures, name: "answered, B3 E4, 0.5 s", limit: .atLeast(0.97)),
      Published(group: mixtures, name: "within 2 sigma, B3 E4, 1.0 s", limit: .atLeast(0.9)),
      Published(group: mixtures, name: "wrong, 1.0 s", limit: .atMost(0.01)),
      Published(group: synthetic, name: "first complete reading", limit: .atMost(0.25)),
    ])
  func published(row: Published) throws {
    let target = try #require(
      StrumAccuracyTarget.judge([]).first {
        $0.target.group == row.group && $0.target.name == row.name
      })
    #expect(target.target.limit == row.limit)
  }
}
