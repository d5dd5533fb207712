// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking

/// Reports of the small suite, at a rate that unoptimised builds render quickly.
enum TestReport {
  static let provenance = Provenance(
    machine: "test", commit: nil, compiler: "any", flags: ["test"])

  /// The whole run of every model contestant, made once for all tests.
  static let byFault = Dictionary(
    uniqueKeysWithValues: ModelContestant.Fault.allCases.map {
      ($0, make(by: ModelContestant(fault: $0)))
    })

  /// Returns the whole run of a model contestant.
  static func of(_ fault: ModelContestant.Fault) -> BenchReport {
    byFault[fault] ?? make(by: ModelContestant(fault: fault))
  }

  static func make(
    by contestant: any Contestant, shard: Shard = .whole, threads: Int = 2
  ) -> BenchReport {
    var settings = RunSettings()
    settings.sampleRate = SampleRate(8000)
    let run = BenchRun(
      ModelContestant.items, by: contestant, settings: settings, shard: shard)
    let outcome = run.run(threads: threads)
    return BenchReport(
      provenance: provenance, plan: BenchPlan(.synthetic, run), results: outcome.results,
      tracks: outcome.tracks)
  }
}
