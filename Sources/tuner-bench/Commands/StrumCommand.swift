// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import Terminal

struct StrumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strum",
    abstract: "Score the measurement of every string of a stroke.",
    discussion: """
      EXAMPLES
        tuner-bench strum --targets
        tuner-bench strum --dataset my-recordings/ --html strum.html
        tuner-bench strum --strokes 10 --mixtures 0

      Uses synthetic strokes over the strings of guitars, basses and a ukulele: each string is \
      detuned by up to 40 cents, levels vary by ± 10 dB, strings follow each other within 60 ms, \
      and 15 % of the strings are missing. Uses mixtures of recorded strings too: notes of one \
      guitar, resampled to another detuning. The reference of each note is measured on the note \
      alone. Scores the readings 0.25, 0.5 and 1 s after the last string. Makes a third as many mixtures of \
      4.2 s too, and scores the one reading of each string that `tuner analyze --strum` prints \
      against the mean of the string alone from 1.5 to 3 s. Compares with a harmonic \
      product spectrum, and with the one-string engine behind one band-pass filter per string. Also \
      counts the strokes that the engine finds in these sounds, in recordings of single open \
      strings, in noise, and in rooms in which people speak or move.
      Exit status: 0 done, 1 a figure differs from its baseline or --check missed a target, 2 wrong \
      usage or a recording that can't be read.
      """)

  /// The sets whose recordings are mixed without --dataset.
  private static let defaultSets = ["guitarsounds", "fluidr3", "freepats"]

  @Option(
    help: ArgumentHelp(
      "The number of strokes of the guitar; other sets have a fraction of it.", valueName: "n"))
  var strokes = 100

  @Option(help: ArgumentHelp("The number of mixtures of recorded strings.", valueName: "n"))
  var mixtures = 300

  @Option(
    help: ArgumentHelp(
      """
      Recordings to mix: a set's name, a directory with a manifest, or all. May be given again. \
      (default: \(Self.defaultSets.joined(separator: ", ")))
      """, valueName: "set"))
  var dataset: [String] = []

  @Option(help: ArgumentHelp("The seed of the first stroke.", valueName: "n"))
  var seed: UInt64 = 9000

  @Option(
    help: ArgumentHelp("Run only the i-th of n parts; merge joins the reports.", valueName: "i/n"),
    transform: Shard.option)
  var shard = Shard.whole

  @Flag(
    help: "Print the published targets. The figures decide, without a confidence interval.")
  var targets = false

  @Flag(help: "As --targets; exit with 1 if a target is missed.")
  var check = false

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  @OptionGroup var files: ReportFiles

  func validate() throws {
    if !(0...10_000).contains(strokes) { throw ValidationError("--strokes takes 0 to 10000.") }
    if !(0...10_000).contains(mixtures) { throw ValidationError("--mixtures takes 0 to 10000.") }
    if mixtures == 0, !dataset.isEmpty {
      throw ValidationError("--mixtures 0 mixes no recordings: leave out --dataset.")
    }
    try files.refuseBaseline(of: shard)
    if strokes + mixtures == 0 { throw ValidationError("Give strokes or mixtures to judge.") }
  }

  func run() throws {
    try files.probe(for: StrumReport.command)
    let names = dataset.isEmpty ? Self.defaultSets : dataset
    let recordings = try mixtures > 0 ? names.flatMap(AccuracyCommand.lists) : []
    let items = try StrumItems(
      strokes: strokes, mixtures: mixtures, seed: seed, recordings: try ItemList.joined(recordings))
    let plan = StrumPlan(strokes: strokes, mixtures: mixtures, seed: seed, items: items)
    let line = ProgressLine(quiet: quiet)
    let start = ContinuousClock.now
    let report = try StrumBench.run(plan, items, shard: shard) {
      line.show($0, after: start.duration(to: .now))
    }
    try StrumPublication(files: files, checksTargets: check, showsTargets: targets || check)
      .publish(report)
  }
}
