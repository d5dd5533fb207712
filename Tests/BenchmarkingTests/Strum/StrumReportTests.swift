// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Benchmarking

@Suite("Reports about strokes")
struct StrumReportTests {
  @Test("shards merge to the document of the whole run, in any order")
  func shards() throws {
    let whole = try ModelStrumReports.comparison()
    let parts = try ["1/3", "2/3", "3/3"].map {
      try ModelStrumReports.comparison(#require(Shard($0)))
    }
    #expect(parts.allSatisfy { $0.missing > 0 })
    let read = try parts.map {
      try JSONDecoder().decode(StrumReport.self, from: try $0.json())
    }
    let merged = try StrumReport.merged([read[2], read[0], read[1]])
    #expect(merged.missing == 0)
    #expect(try merged.json() == whole.json())
    #expect(throws: MergeError.self) { try StrumReport.merged([read[0], read[0]]) }
    #expect(throws: MergeError.nothing) { try StrumReport.merged([]) }
    let other = try ModelStrumReports.report(of: .none)
    #expect(throws: MergeError.planDiffers) { try StrumReport.merged([read[0], other]) }
  }

  @Test("the contestant under test analyses every stroke, the others those of the guitar")
  func contestants() throws {
    let report = try ModelStrumReports.comparison()
    #expect(
      Set(report.judged.map(\.set)) == [
        "guitar", "fingered", "muted strings", "palm mute", "noise beds", "rooms",
      ])
    let others = report.results.filter { $0.contestant == "centSharp" }
    #expect(others.count == 24 && Set(others.map(\.set)) == ["guitar"])
    let table = try #require(report.tables.first { $0.name == "strum contestants" })
    #expect(table.rows.count == 8)
    #expect(!report.pictures.isEmpty)
  }

  @Test("one cent more than the baseline is a regression, and one cent less an improvement")
  func baseline() throws {
    let good = try ModelStrumReports.report(of: .none)
    let sharp = try ModelStrumReports.report(of: .centSharp)
    let key = "strum/guitar, E2 to G3, 1.0 s/median"
    let file = try Baseline(good).json()
    let baseline = try JSONDecoder().decode(Baseline<StrumPlan>.self, from: file)
    #expect(try baseline.changes(in: good) == [])
    #expect(try baseline.changes(in: sharp).first { $0.key == key }?.verdict == .regression)
    let back = try Baseline(sharp).changes(in: good)
    #expect(back.first { $0.key == key }?.verdict == .improvement)
    let part = StrumReport(
      provenance: good.provenance, plan: good.plan, results: Array(good.results.dropLast()))
    #expect(throws: BaselineError.planDiffers) { try baseline.changes(in: part) }
  }
}
