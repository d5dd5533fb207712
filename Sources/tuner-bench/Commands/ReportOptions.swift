// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Foundation
import Terminal

/// The files of a report, and its baseline.
struct ReportFiles: ParsableArguments {
  @Option(help: ArgumentHelp("Write the report as JSON, which merge reads.", valueName: "file"))
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
  }

  /// Checks before the run that all requested files can be written.
  ///
  /// - Throws: `FileStoreError` otherwise.
  func probe() throws {
    try ReportFile.probe([json, html, bless ? baseline : nil])
  }

  /// The changes that a page shows; `nil` without a comparison.
  func shown(_ changes: [FigureChange]) -> [FigureChange]? {
    baseline == nil || bless ? nil : changes
  }

  /// Compares a report with the baseline, or writes the baseline.
  ///
  /// - Throws: `ValidationError` for a part of a run that is to become the baseline.
  func compare<Report: BaselineReport>(_ report: Report) throws -> [FigureChange] {
    guard let baseline else { return [] }
    if bless {
      guard report.missing == 0 else {
        throw ValidationError("A baseline is made of a whole run. Merge all shards first.")
      }
      try ReportFile.write(
        String(decoding: Baseline(report).json(), as: UTF8.self), to: baseline)
      return []
    }
    return try ReportFile.read(Baseline<Report.Plan>.self, from: baseline).changes(in: report)
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

  /// Checks before the run that all requested files can be written.
  ///
  /// - Throws: `FileStoreError` otherwise.
  func probe() throws { try files.probe() }

  /// Prints the tables, writes the requested files, and compares with the baseline.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - draws: the number of random draws; `nil` for recordings.
  /// - Throws: `ExitStatus.usage` when items failed, `.answerIsNo` when a figure changed or a
  ///   target is missed.
  func publish(_ report: BenchReport, draws: Int? = nil) throws {
    if let json = files.json {
      try ReportFile.write(String(decoding: report.json(), as: UTF8.self), to: json)
    }
    let changes = try files.compare(report)
    if let html = files.html {
      try ReportFile.write(ReportPage.text(report, changes: files.shown(changes)), to: html)
    }
    try StandardOutput.write(ReportText.text(report))
    let outcomes = targets || check ? report.targets : []
    if !outcomes.isEmpty {
      try StandardOutput.write("\n" + TargetText.text(outcomes, draws: draws))
    }
    if !changes.isEmpty { try StandardOutput.write("\n" + ReportText.text(changes)) }
    if !report.failures.isEmpty { throw ExitStatus.usage }
    if check, outcomes.allSatisfy({ $0.verdict == .notRun }) {
      throw ValidationError("No item with a target was run. Leave out --check.")
    }
    let isMissed = check && outcomes.contains { $0.verdict == .missed }
    if isMissed || !changes.isEmpty { throw ExitStatus.answerIsNo }
  }

  /// Prints the tables of strokes, writes the requested files, and compares with the baseline.
  ///
  /// - Throws: `ExitStatus.answerIsNo` when a figure changed or a target is missed.
  func publish(_ report: StrumReport) throws {
    try StrumPublication(files: files, checksTargets: check, showsTargets: targets || check)
      .publish(report)
  }
}
