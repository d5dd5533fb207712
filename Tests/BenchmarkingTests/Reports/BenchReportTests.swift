// SPDX-License-Identifier: MIT

import Benchmarking
import Foundation
import Testing

@Suite("Reports and shards")
struct BenchReportTests {
  private static let contestant = ModelContestant(fault: .octaveUp)
  private static let whole = TestReport.make(by: contestant, threads: 1)

  @Test("merged shards are the unsharded report, to the byte", arguments: [1, 2, 7])
  func merges(count: Int) throws {
    let whole = Self.whole
    let shards = try (1...count).map { number in
      let shard = try #require(Shard("\(number)/\(count)"))
      let report = TestReport.make(by: Self.contestant, shard: shard, threads: number)
      // Shards travel as files.
      return try JSONDecoder().decode(BenchReport.self, from: report.json())
    }
    #expect(shards.map(\.results.count).reduce(0, +) == whole.plan.items)
    let merged = try BenchReport.merged(shards.reversed())
    #expect(merged.missing == 0)
    #expect(try merged.json() == whole.json())
  }

  @Test("the report does not depend on the number of threads", arguments: [2, 16])
  func threads(count: Int) throws {
    let many = TestReport.make(by: Self.contestant, threads: count)
    #expect(try Self.whole.json() == many.json())
  }

  @Test("shards that do not belong together are refused")
  func refusals() throws {
    let half = try #require(Shard("1/2"))
    let first = TestReport.make(by: Self.contestant, shard: half)
    let other = TestReport.make(by: ModelContestant(fault: .silent), shard: half)
    let elsewhere = BenchReport(
      provenance: Provenance(machine: "other", commit: nil, compiler: "any", flags: []),
      plan: first.plan, results: [])
    #expect(throws: MergeError.nothing) { try BenchReport.merged([]) }
    #expect(throws: MergeError.planDiffers) { try BenchReport.merged([first, other]) }
    #expect(throws: MergeError.provenanceDiffers) {
      try BenchReport.merged([first, elsewhere])
    }
    #expect(throws: MergeError.itemTwice(first.results[0].item)) {
      try BenchReport.merged([first, first])
    }
  }

  @Test(
    "only i/n with 1 ≤ i ≤ n is a shard",
    arguments: ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/"])
  func badShard(text: String) { #expect(Shard(text) == nil) }

  @Test("a document of another schema is refused")
  func schema() throws {
    let text = String(
      decoding: try Self.whole.json(), as: UTF8.self)
    let foreign = text.replacingOccurrences(of: "tuner-bench.report/1", with: "other/9")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(BenchReport.self, from: Data(foreign.utf8))
    }
  }
}
