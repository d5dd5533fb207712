// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Foundation
import Terminal

/// The files of a report, and its baseline.
struct ReportFiles: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the report as JSON, which merge reads; - writes it to standard output instead of tables.",
      valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp("Write the report as one page with tables and plots.", valueName: "file"))
  var html: String?

  @Option(
    help: ArgumentHelp(
      "Compare every figure with this baseline; exit with 1 if a figure changed.",
      valueName: "file"))
  var baseline: String?

  @Flag(help: "Write the figures of this run as the baseline instead.")
  var bless = false

  func validate() throws {
    if bless, baseline == nil {
      throw ValidationError("Name the baseline to write: --baseline FILE.")
    }
    try ReportFile.validate([("--json", json), ("--html", html), ("--baseline", baseline)])
  }

  private static let partial = "A baseline is made of a whole run. Merge all shards first."

  /// Refuses a baseline for a part of a run.
  ///
  /// - Throws: `ValidationError` for `--baseline` with `--shard`.
  func refuseBaseline(of shard: Shard) throws {
    if baseline != nil, shard != .whole { throw ValidationError(Self.partial) }
  }

  private static let notBaseline = "it is not a baseline. Write one with --bless"

  /// Checks before the run that all requested files can be written, and that the baseline is one
  /// and belongs to this command, machine and build.
  ///
  /// - Parameter command: the command that makes the report; `nil` if the figures come from files,
  ///   perhaps of other machines.
  /// - Throws: `FileStoreError`, `ReportFile.Failure` or `BaselineError` otherwise.
  func probe(for command: String?) throws {
    try ReportFile.probe([json, html, bless ? baseline : nil])
    guard let baseline, !bless else { return }
    try ReportFile.read(BaselineHeading.self, from: baseline, orSay: Self.notBaseline)
      .check(command == nil ? nil : .current(), command: command)
  }

  /// The changes that a page shows; `nil` without a comparison.
  func shown(_ changes: [FigureChange]) -> [FigureChange]? {
    baseline == nil || bless ? nil : changes
  }

  /// Returns the changes of a report against the baseline; none without a baseline to compare.
  ///
  /// - Throws: `ReportFile.Failure` or `BaselineError` if the two can't be compared, and
  ///   `ValidationError` for a part of a run.
  func changes<Report: BaselineReport>(in report: Report) throws -> [FigureChange] {
    guard let baseline, !bless else { return [] }
    guard report.missing == 0 else { throw ValidationError(Self.partial) }
    // The figures of another command can't be read as figures of this one.
    try ReportFile.read(BaselineHeading.self, from: baseline, orSay: Self.notBaseline)
      .check(nil, command: report.command)
    return try ReportFile.read(
      Baseline<Report.Plan>.self, from: baseline, orSay: Self.notBaseline
    ).changes(in: report)
  }

  /// Writes the figures of a report as the baseline, if that is requested.
  ///
  /// - Throws: `ValidationError` for a part of a run.
  func writeBaseline<Report: BaselineReport>(of report: Report) throws {
    guard let baseline, bless else { return }
    guard report.missing == 0 else {
      throw ValidationError(Self.partial)
    }
    try ReportFile.write(
      String(decoding: Baseline(report).json(), as: UTF8.self), to: baseline)
  }
}

/// The outputs of a report, its baseline and its targets.
struct ReportOptions: ParsableArguments {
  @OptionGroup var files: ReportFiles

  @Flag(
    help: """
      Print the published targets with the measured figures: met, missed, or not decided if the 95 \
      % confidence interval contains the limit.
      """)
  var targets = false

  @Flag(help: "As --targets; exit with 1 if a target is missed.")
  var check = false

  /// Checks the requested files before the run, as `ReportFiles.probe(for:)` does.
  func probe(for command: String?) throws { try files.probe(for: command) }

  /// The options that ask for a report, as they are typed.
  var requested: [String] {
    [
      ("--json", files.json != nil), ("--html", files.html != nil),
      ("--baseline", files.baseline != nil), ("--bless", files.bless), ("--targets", targets),
      ("--check", check),
    ].filter(\.1).map(\.0)
  }

  /// Prints the tables, writes the requested files, and compares with the baseline.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - draws: the number of random draws; `nil` for recordings and for merged reports.
  /// - Throws: `ExitStatus.usage` when items failed, `.answerIsNo` when a figure changed or a
  ///   target is missed.
  func publish(_ report: BenchReport, draws: Int? = nil) throws {
    if let json = files.json {
      try ReportFile.write(String(decoding: report.json(), as: UTF8.self), to: json)
    }
    // A baseline that can't be compared must not cost the results of a long run.
    let comparison = Result { try files.changes(in: report) }
    if let html = files.html {
      let changes = (try? comparison.get()).flatMap(files.shown)
      try ReportFile.write(ReportPage.text(report, changes: changes), to: html)
    }
    try ReportFile.printTables(ReportText.text(report), besides: files.json)
    let outcomes = targets || check ? report.targets : []
    if !outcomes.isEmpty {
      try ReportFile.printTables(
        "\n"
          + TargetText.text(
            outcomes, draws: draws,
            cases: report.plan.command == .synthetic ? "draws" : "recordings"),
        besides: files.json)
    }
    let changes = try comparison.get()
    if !changes.isEmpty {
      try ReportFile.printChanges(ReportText.text(changes), besides: files.json)
    }
    try requireScores(report)
    try files.writeBaseline(of: report)
    if check, outcomes.allSatisfy({ $0.verdict == .notRun }) {
      throw ValidationError("No item with a target was run. Leave out --check.")
    }
    let isMissed = check && outcomes.contains { $0.verdict == .missed }
    if isMissed || !changes.isEmpty { throw ExitStatus.answerIsNo }
  }

  /// Requires a run in which no item failed, and in which at least one was scored unless it is a
  /// part.
  ///
  /// - Throws: `ExitStatus.usage` when items failed, `ValidationError` when nothing was scored.
  private func requireScores(_ report: BenchReport) throws {
    if !report.failures.isEmpty {
      if files.json == ReportFile.standardOutput { ReportFile.printFailures(report.failures) }
      if files.bless {
        StandardError.write("tuner-bench: the baseline is not written, because items failed.\n")
      }
      throw ExitStatus.usage
    }
    if report.missing == 0, !report.results.contains(where: { $0.score != nil }) {
      throw ValidationError(
        "No item was scored, because none has a reference. Name recordings with a reference.")
    }
  }

  /// Prints the tables of strokes, writes the requested files, and compares with the baseline.
  ///
  /// - Throws: `ExitStatus.answerIsNo` when a figure changed or a target is missed.
  func publish(_ report: StrumReport) throws {
    try StrumPublication(files: files, checksTargets: check, showsTargets: targets || check)
      .publish(report)
  }
}
