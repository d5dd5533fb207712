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

  func validate() throws {
    let outputs = publication.files
    try ReportFile.validate(
      [
        ("--json", outputs.json), ("--html", outputs.html),
        ("--baseline", outputs.bless ? outputs.baseline : nil),
      ], sparing: files)
  }

  func run() throws {
    try publication.probe(for: nil)
    let documents = try files.map { try ReportDocument(path: $0) }
    switch try schema(of: documents) {
    case StrumReport.schema:
      try publication.publish(try StrumReport.merged(try shards(StrumReport.self, in: documents)))
    case Comparison.schema:
      let others = Set(publication.requested).subtracting(["--json", "--html"])
      guard others.isEmpty else {
        throw ValidationError(
          "A comparison has no targets and no baseline. Leave out "
            + "\(others.sorted().joined(separator: ", ")).")
      }
      try CompareCommand.publish(
        try Comparison.merged(try shards(Comparison.self, in: documents)),
        json: publication.files.json, html: publication.files.html)
    default:
      try publication.publish(try BenchReport.merged(try shards(BenchReport.self, in: documents)))
    }
  }

  /// The kinds of documents, in words.
  private static let kinds = [
    BenchReport.schema: "a report of accuracy or synthetic",
    StrumReport.schema: "a report of strum",
    Comparison.schema: "a comparison",
  ]

  /// Returns the format of some documents; `nil` for a document without one.
  ///
  /// - Throws: `ReportFile.Failure` for a document of another kind than the first, and for one that
  ///   has no shards.
  private func schema(of documents: [ReportDocument]) throws(ReportFile.Failure) -> String? {
    var first: (kind: String, path: String)?
    for document in documents {
      let schema = try document.schema()
      if schema == ServiceReport.schema {
        throw ReportFile.Failure(
          path: document.path,
          reason: "it is the report of a command without --shard, so there is nothing to merge")
      }
      guard let kind = schema.flatMap({ Self.kinds[$0] }) else { continue }
      if let first, first.kind != kind {
        throw ReportFile.Failure(
          path: document.path,
          reason: "it is \(kind), but \(first.path) is \(first.kind). Merge documents of one kind")
      }
      first = first ?? (kind, document.path)
    }
    return try documents.first?.schema()
  }

  private func shards<Report: Decodable>(
    _ type: Report.Type, in documents: [ReportDocument]
  ) throws -> [Report] {
    try documents.map { try $0.decoded(as: type) }
  }
}
