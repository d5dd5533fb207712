// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Terminal

/// The recordings of a service-level measurement.
struct ServiceRecordings: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A set's name, a directory with a manifest, or all. May be given again.", valueName: "set"))
  var dataset: [String] = ["guitarsounds"]

  /// Lists the recordings.
  ///
  /// - Throws: `DatasetItemsError.notInstalled` with the command that installs a set.
  func items() throws -> ItemList {
    try ItemList.joined(dataset.flatMap(AccuracyCommand.lists))
  }
}

/// The outputs of a service-level report.
struct ServiceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write the report as JSON.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp("Write the report as one page with tables and plots.", valueName: "file"))
  var html: String?

  func validate() throws { try ReportFile.validate([("--json", json), ("--html", html)]) }

  /// Checks before the run that all requested files can be written.
  ///
  /// - Throws: `FileStoreError` otherwise.
  func probe() throws { try ReportFile.probe([json, html]) }

  /// Prints the report and writes the requested files.
  ///
  /// - Throws: `ExitStatus.answerIsNo` when a limit was missed.
  func publish(_ report: ServiceReport) throws {
    if let json {
      try ReportFile.write(String(decoding: report.json(), as: UTF8.self), to: json)
    }
    if let html { try ReportFile.write(ServicePage.text(report), to: html) }
    try StandardOutput.writeIfRead(ServiceText.text(report))
    if !report.isMet { throw ExitStatus.answerIsNo }
  }

  /// Returns a function that shows the progress of a run on a terminal.
  func progress() -> @Sendable (Double) -> Void {
    let line = ProgressLine(quiet: false)
    let start = ContinuousClock.now
    return { line.show($0, after: start.duration(to: .now)) }
  }
}
