// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Terminal

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the reports of shards into the report of the whole run.",
    discussion: """
      EXAMPLES
        tuner-bench synthetic --shard 1/2 --json 1.json
        tuner-bench synthetic --shard 2/2 --json 2.json
        tuner-bench merge 1.json 2.json --json whole.json

      Joins reports of accuracy and synthetic, or reports of strum.
      Exit status: 0 done, 1 a figure differs from its baseline or --check missed a target, 2 \
      wrong usage, reports that do not belong together, or an item that failed.
      """)

  @Argument(help: ArgumentHelp("Reports written by --json.", valueName: "file"))
  var files: [String]

  @OptionGroup var publication: ReportOptions

  func run() throws {
    try publication.probe()
    guard let first = files.first, try ReportFile.schema(of: first) == StrumReport.schema else {
      let shards = try files.map { try ReportFile.read(BenchReport.self, from: $0) }
      try publication.publish(try BenchReport.merged(shards))
      return
    }
    let shards = try files.map { try ReportFile.read(StrumReport.self, from: $0) }
    try publication.publish(try StrumReport.merged(shards))
  }
}
