// SPDX-License-Identifier: MIT

import Benchmarking

/// Reports of the small suite.
enum TestReport {
  static let provenance = Provenance(
    machine: "test", commit: nil, compiler: "any", flags: ["test"])

  static func make(
    by contestant: any Contestant, shard: Shard = .whole, threads: Int = 2
  ) -> BenchReport {
    let run = BenchRun(ModelContestant.items, by: contestant, shard: shard)
    return BenchReport(
      provenance: provenance, plan: BenchPlan(.synthetic, run),
      results: run.run(threads: threads).results)
  }
}
