// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Terminal

/// The recordings of a service-level measurement.
struct ServiceRecordings: ParsableArguments {
  /// The set that is measured without --dataset.
  private static let defaultSet = "guitarsounds"

  @Option(
    help: ArgumentHelp(
      """
      A set's name, a directory with a manifest, or all. May be given again. \
      (default: \(Self.defaultSet))
      """, valueName: "set"))
  var dataset: [String] = []

  /// Lists the recordings.
  ///
  /// - Throws: `DatasetItemsError.notInstalled` with the command that installs a set.
  func items() throws -> ItemList {
    try ItemList.joined(
      (dataset.isEmpty ? [Self.defaultSet] : dataset).flatMap(AccuracyCommand.lists))
  }
}

extension StrumServiceBench {
  /// The number of strokes without --strokes.
  static let strokes = 20

  /// Checks the options that belong either to strokes or to recordings.
  ///
  /// - Parameters:
  ///   - strokes: the number of strokes; `nil` if the option is absent.
  ///   - recordings: the recordings.
  ///   - isStrum: true if strokes are measured instead of recordings.
  /// - Throws: `ValidationError` for an option that would have no effect, and for a number out of
  ///   range.
  static func validate(
    strokes: Int?, of recordings: ServiceRecordings, isStrum: Bool
  ) throws {
    if let strokes {
      guard isStrum else { throw ValidationError("--strokes needs --strum.") }
      guard (1...1000).contains(strokes) else {
        throw ValidationError("--strokes \(strokes): give 1 to 1000.")
      }
    }
    if isStrum, !recordings.dataset.isEmpty {
      throw ValidationError("--strum measures synthetic strokes: leave out --dataset.")
    }
  }
}

/// The outputs of a service-level report.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the report as JSON; - writes it to standard output instead of tables.",
      valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp("Write the report as one page with tables and plots.", valueName: "file"))
  var html: String?

  func validate() throws { try ReportFile.validate([("--json", json), ("--html", html)]) }

  /// Checks before the run that all requested files can be written, and notes the origin of the
  /// figures.
  ///
  /// - Throws: `FileStoreError` otherwise.
  func probe() throws {
    try ReportFile.probe([json, html])
    _ = Provenance.current()
  }

  /// Prints the report and writes the requested files.
  ///
  /// - Throws: `ExitStatus.answerIsNo` when a limit was missed.
  func publish(_ report: ServiceReport) throws {
    if let json {
      try ReportFile.write(String(decoding: report.json(), as: UTF8.self), to: json)
    }
    if let html { try ReportFile.write(ServicePage.text(report), to: html) }
    try ReportFile.printTables(ServiceText.text(report), besides: json)
    if !report.isMet { throw ExitStatus.answerIsNo }
  }

  /// Returns a function that shows the progress of a run on a terminal.
  func progress() -> @Sendable (Double) -> Void {
    let line = ProgressLine(quiet: false)
    let start = ContinuousClock.now
    return { line.show($0, after: start.duration(to: .now)) }
  }
}
