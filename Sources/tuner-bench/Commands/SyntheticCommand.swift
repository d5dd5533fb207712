// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import TestSignals

struct SyntheticCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synthetic",
    abstract: "Measure a detector on synthetic strings with an exact pitch.",
    discussion: """
      EXAMPLES
        tuner-bench synthetic
        tuner-bench synthetic --check
        tuner-bench synthetic --sets string,missing --json report.json

      Runs every set with every note from a semitone below B0 to E6. The steady part is 0.7 to 1.4 \
      s after the pluck.
      Exit status: 0 done, 1 a figure differs from its baseline or --check missed a target, 2 \
      wrong usage or an item that failed.
      """)

  @Option(
    help: ArgumentHelp(
      "Only these sets, separated by commas: "
        + SignalSet.allCases.map(\.name).joined(separator: ", ") + ".", valueName: "names"))
  var sets: String?

  @Option(help: ArgumentHelp("Strings drawn for each note.", valueName: "n"))
  var draws = 3

  @Option(help: ArgumentHelp("The seed of all random draws.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Compare readings with the bound at these milliseconds after the pluck. (default: "
        + RunSettings().pluckWindows.map(String.init).joined(separator: ",") + ")",
      valueName: "ms"),
    transform: { text in
      let windows = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      guard windows.allSatisfy({ $0.map { (1...1400).contains($0) } ?? false }) else {
        throw ValidationError("--window takes 1 to 1400, such as 50,100,200.")
      }
      guard Set(windows).count == windows.count else {
        throw ValidationError("--window \(text) names a time twice. Name each time once.")
      }
      return windows.compactMap { $0 }
    })
  var window: [Int]?

  @Option(
    help: ArgumentHelp(
      """
      Write every reading, one line for each item, instead of a report; - writes to standard output.
      """, valueName: "file"))
  var readings: String?

  @OptionGroup var options: RunOptions
  @OptionGroup var publication: ReportOptions

  func validate() throws {
    if !(1...1000).contains(draws) { throw ValidationError("--draws takes 1 to 1000.") }
    if readings == nil { try options.refusePeriod() }
    try publication.files.refuseBaseline(of: options.shard)
    _ = try Self.sets(named: sets)
    let ofReport = (window == nil ? [] : ["--window"]) + publication.requested
    if readings != nil, !ofReport.isEmpty {
      throw ValidationError(
        "--readings writes no report. Leave out \(ofReport.joined(separator: ", ")).")
    }
  }

  func run() throws {
    try publication.probe(for: BenchPlan.Command.synthetic.rawValue)
    try ReportFile.probe([readings])
    let items = ItemList.synthetic(seed: seed, sets: try Self.sets(named: sets), draws: draws)
    var settings = RunSettings()
    if let window { settings.pluckWindows = window }
    if let readings {
      return try options.writeReadings(of: items, settings: settings, to: readings)
    }
    try publication.publish(options.report(.synthetic, on: items, settings: settings), draws: draws)
  }

  static func sets(named sets: String?) throws -> [SignalSet] {
    guard let sets else { return SignalSet.allCases }
    let names = sets.split(separator: ",", omittingEmptySubsequences: false)
    guard Set(names).count == names.count else {
      throw ValidationError("--sets \"\(sets)\" names a set twice. Name each set once.")
    }
    return try names.map { name in
      guard let set = SignalSet.allCases.first(where: { $0.name == name }) else {
        let known = SignalSet.allCases.map(\.name).joined(separator: ", ")
        throw ValidationError("There is no set \"\(name)\". Choose from: \(known)")
      }
      return set
    }
  }
}
