// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Foundation
import Terminal
import TestSignals

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare other programs with Headstock on the same items with the same scoring.",
    discussion: """
      EXAMPLES
        tuner-bench compare --contestant all --sets string
        tuner-bench compare --contestant "mine=./detect {wav}" --dataset guitarsounds

      A program prints time,frequency,confidence for every update, with frequency 0 for no pitch. The \
      time is that of the last sample used. It runs without a shell, and {wav} becomes the file's \
      name. A line that is left out counts as no pitch, and a gap of more than 0.5 s fails the item. 20 \
      readings a second are scored, so print one at least every 50 ms. A program that crashes, hangs or prints anything else fails the item: it counts as no \
      pitch where one sounds, and as a certain pitch where none does.
      The readings of all contestants are compared with the same pitch: the first partial of a \
      synthetic string, and --pitch of a recording. Known programs are \(KnownContestants.names.joined(separator: ", ")), or all; \
      scripts/contestants.sh installs them.
      Exit status: 0 done, 2 wrong usage, our own detector failed an item, or an item has no file \
      that can be read.
      """)

  /// The values of options that are for synthetic strings only.
  private static let defaults = (draws: 1, seed: UInt64(1))

  @Option(
    help: ArgumentHelp(
      "A program, as name=command {wav}, or a name from above. May be given again.",
      valueName: "contestant"))
  var contestant: [String] = []

  @Option(help: ArgumentHelp("Recordings instead of synthetic strings.", valueName: "set"))
  var dataset: [String] = []

  @Option(help: ArgumentHelp("Only these synthetic sets, separated by commas.", valueName: "names"))
  var sets: String?

  @Option(
    help: ArgumentHelp(
      "Synthetic strings drawn for each note. (default: \(Self.defaults.draws))", valueName: "n"))
  var draws: Int?

  @Option(
    help: ArgumentHelp(
      "The seed of all random draws. (default: \(Self.defaults.seed))", valueName: "n"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Seconds that a program may take for one item.", valueName: "s"))
  var timeLimit = 60.0

  @Option(
    help: ArgumentHelp(
      "Write all reports as one JSON document; - writes it to standard output instead of tables.",
      valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp("Write the comparison as one page with tables and plots.", valueName: "file")
  )
  var html: String?

  @OptionGroup var options: RunOptions

  func validate() throws {
    if !(0.1...86_400).contains(timeLimit) {
      throw ValidationError("--time-limit takes 0.1 to 86400.")
    }
    if let draws, !(1...1000).contains(draws) { throw ValidationError("--draws takes 1 to 1000.") }
    if contestant.isEmpty { throw ValidationError("Name a contestant: --contestant all.") }
    if sets != nil, !dataset.isEmpty {
      throw ValidationError("Use --sets or --dataset, not both.")
    }
    if draws != nil || seed != nil, !dataset.isEmpty {
      throw ValidationError("--draws and --seed are for synthetic strings: leave out --dataset.")
    }
    if dataset.isEmpty { try options.refusePeriod() }
    _ = try SyntheticCommand.sets(named: sets)
    try ReportFile.validate([("--json", json), ("--html", html)])
  }

  func run() throws {
    try ReportFile.probe([json, html])
    let programs = try ContestantSelection(
      contestant, besides: options.contestantName, meaning: options.meaning,
      timeLimit: timeLimit
    ).programs
    let items = try items()
    let command: BenchPlan.Command = dataset.isEmpty ? .synthetic : .accuracy
    var reports = [options.report(command, on: items)]
    var absent: [String] = []
    for program in programs {
      if program.isInstalled {
        reports.append(options.report(command, on: items, by: program))
      } else {
        absent.append(program.name)
        StandardError.write(
          "\(printable(program.name)): \(printable(program.command.words[0])) is not installed. "
            + "See scripts/contestants.sh\n")
      }
    }
    try Self.publish(Comparison(reports, absent: absent), json: json, html: html)
  }

  /// Prints a comparison and writes the requested files.
  ///
  /// - Throws: `ExitStatus.usage` when our own detector failed an item, or a file of an item is at
  ///   fault.
  static func publish(_ comparison: Comparison, json: String?, html: String?) throws {
    if let json {
      try ReportFile.write(String(decoding: comparison.json(), as: UTF8.self), to: json)
    }
    if let html { try ReportFile.write(ReportPage.text(comparison), to: html) }
    try ReportFile.printTables(ComparisonText.text(comparison), besides: json)
    if let failures = comparison.reports.first?.failures, !failures.isEmpty {
      ReportFile.printFailures(failures)
      throw ExitStatus.usage
    }
  }

  private func items() throws -> ItemList {
    guard dataset.isEmpty else {
      return try ItemList.joined(dataset.flatMap(AccuracyCommand.lists))
    }
    return ItemList.synthetic(
      seed: seed ?? Self.defaults.seed, sets: try SyntheticCommand.sets(named: sets),
      draws: draws ?? Self.defaults.draws)
  }
}
