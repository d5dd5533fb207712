// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Benchmarking

@Suite("Baselines")
struct BaselineTests {
  private static let good = TestReport.of(.none)

  /// The same run with the results of another contestant.
  private static func report(
    of fault: ModelContestant.Fault, machine: String = "test", flags: [String] = ["test"]
  ) -> BenchReport {
    let other = TestReport.of(fault)
    return BenchReport(
      provenance: Provenance(machine: machine, commit: nil, compiler: "any", flags: flags),
      plan: good.plan, results: other.results)
  }

  @Test("the run that the baseline was made from agrees with it after writing and reading")
  func same() throws {
    let file = try Baseline(Self.good).json()
    let baseline = try JSONDecoder().decode(Baseline<BenchPlan>.self, from: file)
    #expect(baseline.figures.count > 50)
    #expect(try baseline.changes(in: Self.good) == [])
  }

  @Test("ten cents more are a regression, and ten cents less are an unexplained improvement")
  func bothWays() throws {
    let key = "errors/string/median"
    let sharp = Self.report(of: .tenCentsSharp)
    let worse = try Baseline(Self.good).changes(in: sharp)
    #expect(worse.first { $0.key == key }?.verdict == .regression)
    let better = try Baseline(sharp).changes(in: Self.good)
    #expect(better.first { $0.key == key }?.verdict == .improvement)
  }

  @Test("a tenth more of the smallest errors and bounds is a change", arguments: [1e-5, 9e-4, 0.1])
  func smallFigures(cents: Double) {
    let tolerance = FigureTable.Unit.cents.tolerance(at: cents)
    // Another compiler rounds differently, by far less than a hundredth of a figure.
    #expect(tolerance < 0.1 * cents && tolerance > 0.01 * cents)
  }

  @Test("a missing figure is a difference, and not a zero")
  func gone() throws {
    let changes = try Baseline(Self.good).changes(in: Self.report(of: .silent))
    let median = try #require(changes.first { $0.key == "errors/string/median" })
    #expect(median.after == nil)
    #expect(median.verdict == .difference)
  }

  @Test("another machine, build, run or part of a run is not compared")
  func refusals() throws {
    let baseline = Baseline(Self.good)
    #expect(throws: BaselineError.machineDiffers(baseline: "test", report: "other")) {
      try baseline.changes(in: Self.report(of: .none, machine: "other"))
    }
    #expect(throws: BaselineError.flagsDiffer(baseline: ["test"], report: ["debug"])) {
      try baseline.changes(in: Self.report(of: .none, flags: ["debug"]))
    }
    #expect(throws: BaselineError.planDiffers) {
      try baseline.changes(in: TestReport.of(.late))
    }
    let part = BenchReport(
      provenance: Self.good.provenance, plan: Self.good.plan,
      results: Array(Self.good.results.dropLast()))
    #expect(throws: BaselineError.planDiffers) { try baseline.changes(in: part) }
  }
}
