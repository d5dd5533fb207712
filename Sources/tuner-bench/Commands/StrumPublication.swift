// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Foundation
import Terminal

/// The outputs of a report about strokes.
struct StrumPublication {
  let files: ReportFiles
  /// True if a missed target changes the exit status.
  let checksTargets: Bool
  /// True if the targets are printed.
  let showsTargets: Bool

  /// Prints the tables, writes the requested files, and compares with the baseline.
  ///
  /// - Throws: `ExitStatus.answerIsNo` when a figure changed or a target is missed,
  ///   `ValidationError` if targets are checked and none was run.
  func publish(_ report: StrumReport) throws {
    if let json = files.json {
      try ReportFile.write(String(decoding: report.json(), as: UTF8.self), to: json)
    }
    let comparison = Result { try files.changes(in: report) }
    if let html = files.html {
      let changes = (try? comparison.get()).flatMap(files.shown)
      try ReportFile.write(StrumPage.text(report, changes: changes), to: html)
    }
    try ReportFile.printTables(StrumText.text(report), besides: files.json)
    let outcomes = report.targets
    if showsTargets {
      try ReportFile.printTables(
        "\n" + TargetText.text(outcomes) + StrumText.verdicts + "\n", besides: files.json)
    }
    let changes = try comparison.get()
    if !changes.isEmpty {
      try ReportFile.printChanges(ReportText.text(changes), besides: files.json)
    }
    try files.writeBaseline(of: report)
    if checksTargets, outcomes.allSatisfy({ $0.verdict == .notRun }) {
      throw ValidationError("No item with a target was run. Leave out --check.")
    }
    let isMissed = checksTargets && outcomes.contains { $0.verdict == .missed }
    if isMissed || !changes.isEmpty { throw ExitStatus.answerIsNo }
  }
}
