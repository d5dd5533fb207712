// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import Benchmarking
import Evaluation
import FileStore
import Foundation
import PitchDetection
import Terminal

/// The options of every run of this package's detectors.
struct RunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The detector: "
        + DetectorKind.allCases.map(\.rawValue).joined(separator: ", ") + "."),
    transform: Self.named)
  var detector = DetectorKind.engine

  @Option(
    help: ArgumentHelp(
      "The pitch to report: partial or period. Without it, the pitch that the detector measures.",
      valueName: "meaning"), transform: Self.named)
  var pitch: PitchMeaning?

  @Option(
    name: .short,
    help: ArgumentHelp(
      "The number of items to run at once. Without it, one for every core.", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("Run only the i-th of n parts; merge joins the reports.", valueName: "i/n"),
    transform: Shard.option)
  var shard = Shard.whole

  @Option(
    help: ArgumentHelp("Updates a second. Settling times are defined at 200.", valueName: "n"))
  var rate = RunSettings().updatesPerSecond

  @Flag(help: "Let later updates correct earlier ones, as tuner analyze --smooth does.")
  var smooth = false

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("-j takes a number from 1.") }
    if smooth, detector != .engine {
      throw ValidationError("--smooth needs the candidates of the engine: leave out --detector.")
    }
    if !(1...1000).contains(rate) { throw ValidationError("--rate takes 1 to 1000.") }
  }

  /// Refuses readings of the period for synthetic strings.
  ///
  /// - Throws: `ValidationError` for `--pitch period`.
  func refusePeriod() throws {
    if pitch == .period {
      throw ValidationError(
        "Synthetic strings are compared with their first partial: leave out --pitch period.")
    }
  }

  /// Runs the selected detector over `items` and returns the report.
  func report(
    _ command: BenchPlan.Command, on items: ItemList, settings: RunSettings = RunSettings()
  ) -> BenchReport {
    report(command, on: items, by: contestant, settings: settings)
  }

  /// Runs the selected detector over `items`, and writes every reading to a file, or to standard
  /// output for `-`.
  ///
  /// - Throws: `FileStoreError` or `StreamError` when the write fails, and `ExitStatus.usage` when
  ///   an item failed.
  func writeReadings(of items: ItemList, settings: RunSettings, to path: String) throws {
    var settings = settings
    settings.updatesPerSecond = rate
    let run = BenchRun(items, by: contestant, settings: settings, shard: shard)
    let threads = jobs ?? BenchRun.allCores
    let failures: Int
    if path == ReportFile.standardOutput {
      failures = try run.writeReadings(threads: threads) { try StandardOutput.write($0) }
    } else {
      var file = try AtomicFile(path: path)
      failures = try run.writeReadings(threads: threads) { try file.write($0) }
      try file.commit()
    }
    if failures > 0 {
      let items = failures == 1 ? "1 item" : "\(failures) items"
      StandardError.write("tuner-bench: \(items) failed; the output has the reason.\n")
      throw ExitStatus.usage
    }
  }

  /// The pitch that the selected detector reads.
  var meaning: PitchMeaning { contestant.meaning }

  /// The name of the selected detector in reports.
  var contestantName: String { contestant.name }

  /// The selected detector.
  private var contestant: PipelineContestant {
    PipelineContestant(detector, meaning: pitch, isSmoothed: smooth)
  }

  /// Runs any contestant over `items` and returns the report.
  func report(
    _ command: BenchPlan.Command, on items: ItemList, by contestant: any Contestant,
    settings: RunSettings = RunSettings()
  ) -> BenchReport {
    var settings = settings
    settings.updatesPerSecond = rate
    let run = BenchRun(items, by: contestant, settings: settings, shard: shard)
    // A file that is edited during the run must not be named as the one that was compared.
    let (provenance, plan) = (Provenance.current(), BenchPlan(command, run))
    let line = ProgressLine(quiet: quiet)
    let outcome = run.run(threads: jobs ?? BenchRun.allCores) { line.show($0) }
    if !quiet { StandardError.write(CostText.text(outcome.costs)) }
    if contestant.program != plan.program {
      StandardError.write(
        "tuner-bench: \(printable(contestant.name)) changed during the run. The report names it as "
          + "it was before. Run it again without changes.\n")
    }
    return BenchReport(
      provenance: provenance, plan: plan, results: outcome.results, tracks: outcome.tracks)
  }

  private static func named<Value: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) throws -> Value {
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no \"\(text)\". Choose from: \(known)")
    }
    return value
  }
}
