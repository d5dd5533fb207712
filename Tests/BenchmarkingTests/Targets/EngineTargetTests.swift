// SPDX-License-Identifier: MIT

import Benchmarking
import Foundation
import Testing

@Suite("The targets of the engine")
struct EngineTargetTests {
  @Test(
    "every target has a unique name and a reachable limit",
    arguments: [BenchPlan.Command.synthetic, .accuracy])
  func names(command: BenchPlan.Command) {
    let targets = EngineTarget.all(of: command)
    #expect(Set(targets.map { "\($0.group)/\($0.name)" }).count == targets.count)
    for target in targets {
      let edge = target.limit.lowest ?? target.limit.highest
      #expect(edge.map(target.limit.allows) == true, "\(target.name)")
      #expect(!target.name.contains("Optional"), "\(target.name)")
    }
  }

  struct Limit: CustomTestStringConvertible {
    let limit: TargetLimit
    let allowed: [Double]
    let refused: [Double]
    var testDescription: String { "\(limit)" }
  }

  @Test(
    "a value at the limit passes, and the next one beyond fails",
    arguments: [
      Limit(limit: .atMost(0), allowed: [0, -1], refused: [0.001, .infinity, .nan]),
      Limit(limit: .atLeast(0.95), allowed: [0.95, 1], refused: [0.9499, .nan]),
      Limit(limit: .within(0.7...1.3), allowed: [0.7, 1, 1.3], refused: [0.69, 1.31, .nan]),
    ])
  func edges(row: Limit) {
    for figure in row.allowed { #expect(row.limit.allows(figure)) }
    for figure in row.refused { #expect(!row.limit.allows(figure)) }
  }

  /// Limits of the engine, row by row, which show an error in the table.
  struct Published: CustomTestStringConvertible {
    let name: String
    let limit: TargetLimit
    var testDescription: String { name }
  }

  @Test(
    "the limits are those of the specification",
    arguments: [
      Published(name: "string E2–E4, median", limit: .atMost(0.0025)),
      Published(name: "string E2–E4, p95", limit: .atMost(0.015)),
      Published(name: "string B0–D♯2, median", limit: .atMost(0.012)),
      Published(name: "string B0–D♯2, p95", limit: .atMost(0.06)),
      Published(name: "missing fundamental", limit: .atLeast(1)),
      Published(name: "hum 10 dB E2–E5", limit: .atLeast(0.98)),
      Published(name: "pink 0 dB B0–E6", limit: .atLeast(0.9)),
      // Three times the bound over 85 ms is nine times that over the longest window (0216).
      Published(name: "white 20 dB", limit: .atMost(9)),
      Published(name: "50 c B0–D♯2, p95", limit: .atMost(0.055)),
      Published(name: "legato, never", limit: .atMost(0)),
      Published(name: "rms error/sigma at -5 dB", limit: .within(0.7...1.3)),
    ])
  func published(row: Published) throws {
    let target = try #require(
      EngineTarget.all(of: .synthetic).first { $0.name == row.name })
    #expect(target.limit == row.limit)
  }

  @Test("recorded notes are compared with their measured first partial, note by note")
  func publishedNotes() throws {
    let targets = EngineTarget.all(of: .accuracy)
    let prefix = "from the measured first partial, per note, "
    for (name, limit) in [("median", 0.1), ("p95", 1)] {
      #expect(
        try #require(targets.first { $0.name == prefix + name }).limit == .atMost(limit))
    }
  }

  @Test("the beginning of a note has the same limits on recordings and with synthetic bodies")
  func beginning() throws {
    let rows: [(String, TargetLimit)] = [
      ("median", .atMost(1.5)), ("p95", .atMost(5)), ("over 10 c", .atMost(0.01)),
      ("|error| < 2 sigma", .atLeast(0.93)),
    ]
    for (name, limit) in rows {
      let synthetic = EngineTarget.all(of: .synthetic).first { $0.name == "body, \(name)" }
      let recorded = EngineTarget.all(of: .accuracy).first { $0.name == "early, \(name)" }
      #expect(try #require(synthetic).limit == limit)
      #expect(try #require(recorded).limit == limit)
    }
  }

  private func verdicts(of fault: ModelContestant.Fault) -> [String: TargetOutcome.Verdict] {
    let outcomes = TestReport.of(fault).targets
    return Dictionary(uniqueKeysWithValues: outcomes.map { ($0.target.name, $0.verdict) })
  }

  @Test("a good detector meets its targets, and a set that was not run has no targets")
  func good() {
    let good = verdicts(of: .none)
    #expect(good["string E2–E4"] == .met)
    #expect(good["rms error/sigma at 60 dB"] == .met)
    // A few sounds without any alarm are too few for a share of 99 %.
    #expect(good["noise alone below 0.3"] == .notDecided)
    // Its errors are about 0.1 cents: its sigma covers them, and they exceed those of a strobe.
    #expect(good["string E2–E4, median"] == .missed)
    #expect(good["clean E2–E4"] == .notRun)
    #expect(good["string B0–D♯2"] == .notRun)
    #expect(good["missing fundamental"] == .notRun)
  }

  struct Miss: CustomTestStringConvertible {
    let fault: ModelContestant.Fault
    let name: String
    var testDescription: String { "\(fault.rawValue): \(name)" }
  }

  @Test(
    "a wrong detector misses the target of its fault",
    arguments: [
      Miss(fault: .octaveUp, name: "string E2–E4"),
      Miss(fault: .octaveUp, name: "white 10 dB E2–E5"),
      Miss(fault: .alwaysVoiced, name: "noise alone at 0.7 or more"),
      Miss(fault: .alwaysVoiced, name: "noise alone below 0.3"),
      Miss(fault: .sigmaAlways50, name: "rms error/sigma at 0 dB"),
      Miss(fault: .sigmaAlways50, name: "rank correlation with error"),
      Miss(fault: .tenCentsSharp, name: "|error| < 2 sigma"),
      // Without an answer there is no error, not an error of zero.
      Miss(fault: .silent, name: "string E2–E4"),
      Miss(fault: .silent, name: "string, never"),
      Miss(fault: .silent, name: "white 0 dB"),
    ])
  func missed(row: Miss) {
    #expect(verdicts(of: row.fault)[row.name] == .missed)
  }

  @Test("a run that is too small for its target decides nothing, and names the size that would")
  func notDecided() throws {
    // Right in all of its few readings, and late in all of its few notes.
    for (fault, name) in [
      (ModelContestant.Fault.none, "white 0 dB E2–E5"), (.none, "|error| < 2 sigma"),
      (.late, "50 c legato, median"),
    ] {
      let outcome = try #require(
        TestReport.of(fault).targets.first { $0.target.name == name })
      #expect(outcome.verdict == .notDecided, "\(name)")
      let size = try #require(outcome.evidence?.neededSize)
      #expect(size > 1)
      let document = try JSONSerialization.jsonObject(with: JSONEncoder().encode(outcome))
      let members = try #require(document as? [String: Any])
      #expect(members["verdict"] as? String == "not decided")
      #expect(abs((members["needed_size"] as? Double ?? 0) - size) < 1e-9)
    }
    // A limit of nothing is a demand on every reading, so that a small run can miss it.
    #expect(verdicts(of: .octaveUp)["string E2–E4"] == .missed)
  }

  @Test("the document has every target with its limits, and null for a missing figure")
  func document() throws {
    let report = TestReport.of(.none)
    let document = try #require(
      try JSONSerialization.jsonObject(with: report.json()) as? [String: Any])
    let targets = try #require(document["targets"] as? [[String: Any]])
    #expect(targets.count == report.targets.count)
    let clean = try #require(targets.first { $0["name"] as? String == "clean E2–E4" })
    #expect(clean["figure"] is NSNull && clean["at_least"] is NSNull)
    #expect(clean["at_most"] as? Double == 0)
    #expect(clean["verdict"] as? String == "not run")
    #expect(clean["unit"] as? String == "share")
  }
}
