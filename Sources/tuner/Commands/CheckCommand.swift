// SPDX-License-Identifier: MIT

import ArgumentParser
import AudioInput
import Foundation
import Terminal
import TunerAnalysis

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check that recordings are in tune, for the CI of a sample library.",
    usage: "tuner check [<options>] <file> ...",
    discussion: """
      EXAMPLES
        tuner check -t standard --tolerance 5 samples/open/*.wav
        tuner check -t chromatic --tolerance 3 -f csv -o all.csv --recursive samples
        tuner check --strum --tolerance 5 chords/*.wav

      Every note of a recording, except faint ones, must lie within the tolerance of a string of \
      the tuning, or with -t chromatic of any note. With --strum, this holds for every string that \
      sounds in a stroke. A string counts as out of tune if its reading is unclear (the sound may \
      be that of another source, or of the string far out of tune), or too uncertain to judge: its \
      ± is larger than the tolerance, and its cents exceed the tolerance by no more than that ±. A \
      silent string counts as not played. \(StrumTargets.rangeText) What is farther off is unclear.

      Exit status: 0 all are in tune, 1 one is out of tune or contains no note, 2 wrong usage or \
      unusable input. It is the same if the reader of the output closes the pipe.
      """)

  @Argument(help: ArgumentHelp("Recordings, or - for standard input.", valueName: "file"))
  var files: [String] = []

  @Option(name: .shortAndLong, help: "The output format: text, csv or ndjson.")
  var format: CheckFormat = .text

  @Flag(help: "Check every string of each stroke over the open strings.")
  var strum = false

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: RecordingArguments.channelHelp)
  var channel: Int?

  @Flag(help: "Search directories and their subdirectories for recordings.")
  var recursive = false

  @Option(
    name: .customShort("j"),
    help: RecordingArguments.jobsHelp)
  var jobs: Int?

  @OptionGroup var settings: SettingsOptions

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  func validate() throws {
    if files.isEmpty, !settings.printConfig {
      throw ValidationError("Name a recording, or - for standard input.")
    }
    if files.contains("") || output == "" { throw ValidationError("A file name is empty.") }
    try RecordingArguments.check(output: output)
    try RecordingArguments.check(channel: channel, jobs: jobs)
    if files.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  func run() throws {
    var sources = settings.resolve()
    if self.settings.printConfig {
      _ = try sources.provisional.validated()
      return try StandardOutput.write(sources.table)
    }
    let inputs = BatchInputs(files, isRecursive: recursive)
    let jobs = RecordingArguments.jobs(jobs)
    let channels = RecordingArguments.channels(channel)
    if !sources.automatic.isEmpty, !strum {
      let search = TuningSearch(channels: channels, jobs: jobs)
      sources = try sources.chosen(by: search, in: inputs, isQuiet: quiet)
    }
    var settings = try sources.validated()
    if strum {
      try sources.refuseForStrum()
      settings.strum = try StrumTargets(settings.target)
      if !quiet, let notice = settings.strum?.notice { StandardError.notice(notice) }
    }
    let place = try OutputPlaces.single(output, sparing: inputs.all.map(\.path))
    let check = TuningCheck(
      settings: settings, channels: channels, format: format, isQuiet: quiet, jobs: jobs)
    // The exit status is a result too.
    var sink = try OutputSink(place, isImmediate: true, outlivesReader: true)
    let outcome = try check.run(inputs, into: &sink, reporting: StandardError.notice)
    if !quiet { outcome.suggestions.forEach(StandardError.notice) }
    if !outcome.isUnusable { try sink.finish() }
    if let status = outcome.exitStatus { throw status }
  }
}
