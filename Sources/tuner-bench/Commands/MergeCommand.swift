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

      Joins reports of accuracy and synthetic, reports of strum, or comparisons of compare.
      Exit status: 0 done, 1 a figure differs from its baseline or --check missed a target, 2 \
      wrong usage, reports that do not belong together, or an item that failed.
      """)

  @Argument(help: ArgumentHelp("Reports written by --json.", valueName: "file"))
  var files: [String]

  @OptionGroup var publication: ReportOptions

  func run() throws {
    try publication.probe(runsHere: false)
    switch try files.first.map(ReportFile.schema) {
    case StrumReport.schema:
      try publication.publish(try StrumReport.merged(try shards(StrumReport.self)))
    case Comparison.schema:
      let others = Set(publication.requested).subtracting(["--json", "--html"])
      guard others.isEmpty else {
        throw ValidationError(
          "A comparison has no targets and no baseline. Leave out "
            + "\(others.sorted().joined(separator: ", ")).")
      }
      try CompareCommand.publish(
        try Comparison.merged(try shards(Comparison.self)), json: publication.files.json,
        html: publication.files.html)
    default: try publication.publish(try BenchReport.merged(try shards(BenchReport.self)))
    }
  }

  private func shards<Report: Decodable>(_ type: Report.Type) throws -> [Report] {
    try files.map { try ReportFile.read(type, from: $0) }
  }
}
