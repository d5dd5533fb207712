// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import AudioInput
import Foundation
import PitchDetection
import PracticeServices
import Terminal
import TunerAnalysis

struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "List the notes of recordings with their deviations.",
    usage: "tuner analyze [<options>] <file> ...",
    discussion: """
      EXAMPLES
        tuner analyze take.wav
        tuner analyze --plot take.svg take.wav
        tuner analyze --html session.html *.flac
        tuner analyze -f csv -o all.csv --recursive recordings
        tuner analyze --recursive -f jams -o annotations --skip-existing recordings
        tuner analyze --frames --format csv take.wav > take.csv
        tuner analyze --strum chords.wav
        find . -name '*.flac' | tuner analyze --files-from - --batch results
        tuner analyze -t chromatic --a4 442 *.flac
        tuner analyze -t auto --a4 auto strings/*.wav
        tuner analyze -t "D2 A2 D3 G3 B3 E4" --capo 2 take.wav
        ffmpeg -i take.m4a -f wav - | tuner analyze -

      A reading is the frequency of the first partial, which is also what a strobe tuner shows. ± \
      is the standard deviation of the note's readings.

      Reads WAV, AIFF, FLAC, Ogg, Opus, MP3 and CAF at 8 to 192 kHz.
      Exit status: 0 a pitch was found, 1 none was found (only --strum finds those of a chord), 2 \
      wrong usage or unusable input. With \
      --batch: 0 all recordings were analysed, 1 some could not be used, 2 none could, wrong \
      usage, a full disk or too many failures, 75 stopped by a signal; continue with --resume.
      """)

  @Argument(help: ArgumentHelp("Recordings, or - for standard input.", valueName: "file"))
  var files: [String] = []

  @Option(
    name: [.customShort("f"), .customLong("format")],
    help: """
      The output format: \(AnalysisFormat.listing). (default: text; with --batch, ndjson)
      """, transform: AnalysisFormat.init(named:))
  var chosenFormat: AnalysisFormat?

  var format: AnalysisFormat { chosenFormat ?? (batch.batch == nil ? .text : .ndjson) }

  @Flag(help: "Print one record per update, as a live session would have shown it.")
  var frames = false

  @Flag(help: "Print one record per note. This is the default.")
  var notes = false

  @Flag(
    help: """
      Measure every string of each stroke over the open strings: one table per stroke, or with \
      --frames one record per string and update. \(StrumTargets.rangeText) What is farther off is \
      unclear.
      """)
  var strum = false

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp(
      """
      Write to this file instead of standard output. With several recordings, give a directory, or \
      with csv FILE.csv for one table.
      """,
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Draw the pitch over the spectrum, the cents and the strings; FILE.svg or FILE.png.",
      valueName: "file"))
  var plot: String?

  @Option(
    help: ArgumentHelp(
      """
      Write one page about all recordings, with players. It needs no network. The sounds of \
      several recordings go to FILE-sound beside it.
      """, valueName: "file"))
  var html: String?

  @Flag(
    help: """
      Let later updates correct earlier ones. This gives fewer octave errors, but the readings \
      differ from those of a live session.
      """)
  var smooth = false

  @Flag(help: "Search directories and their subdirectories for recordings.")
  var recursive = false

  @Flag(help: "Skip recordings whose results already exist below -o.")
  var skipExisting = false

  @Option(
    name: .customShort("j"),
    help: RecordingArguments.jobsHelp)
  var jobs: Int?

  @Option(
    help: RecordingArguments.channelHelp)
  var channel: Int?

  @Flag(
    name: [.customLong("practice"), .customLong("journal")],
    help: "Also count these recordings as practice, in the practice journal.")
  var practice = false

  @OptionGroup var lists: ListOptions
  @OptionGroup(title: "Batches that can be resumed") var batch: BatchOptions
  @OptionGroup var settings: SettingsOptions

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print the cost of each recording on standard error.")
  var verbose = false

  private var content: OutputContent {
    strum ? frames ? .strumFrames : .strokes : frames ? .frames : .notes
  }

  func run() throws {
    let sources = settings.resolve()
    if settings.printConfig {
      _ = try sources.provisional.validated()
      return try StandardOutput.write(sources.table)
    }
    if batch.batch == nil { try analyze(by: sources) } else { try analyzeInWorkers(by: sources) }
  }

  /// Analyses the recordings in this process.
  private func analyze(by sources: SettingSources) throws {
    var sources = sources
    // A list on standard input can be read only once.
    var found: BatchInputs?
    if !sources.automatic.isEmpty, !strum {
      let inputs = try inputs()
      sources = try sources.chosen(by: search, in: inputs, isQuiet: quiet)
      found = inputs
    }
    let checked = try checked(sources)
    let summary = try AnalysisBatch(
      try found ?? inputs(), output: output, settings: checked,
      channels: RecordingArguments.channels(channel), content: content, format: format,
      verbosity: quiet ? .quiet : verbose ? .verbose : .normal,
      jobs: RecordingArguments.jobs(jobs), skipsExisting: skipExisting,
      figures: BatchFigures(plot: plot, page: html),
      makeFollower: practice ? Self.journalling(checked.target) : nil
    ).run()
    if summary.count > 1, !quiet { StandardError.write(summary.text(at: .now)) }
    if let status = summary.exitStatus { throw status }
  }

  /// Analyses the recordings of a batch that can be resumed.
  private func analyzeInWorkers(by sources: SettingSources) throws {
    let settings = ShardSettings(
      analysis: try checked(sources), sources: sources.withOffsetsThatCount,
      channels: RecordingArguments.channels(channel), content: content, format: format)
    try batch.run(
      settings, jobs: RecordingArguments.jobs(jobs), isQuiet: quiet,
      named: BatchInputs(files, isRecursive: recursive), list: lists.list)
  }

  /// Checks the settings, and adds those of the flags of this command.
  private func checked(_ sources: SettingSources) throws -> AnalysisSettings {
    var checked = try sources.validated()
    if smooth, checked.detector != .engine {
      throw ValidationError("--smooth needs the candidates of the engine: use --detector engine.")
    }
    checked.isSmoothed = smooth
    if strum {
      try sources.refuseForStrum()
      checked.strum = try StrumTargets(checked.target)
      if !quiet, let notice = checked.strum?.notice { StandardError.notice(notice) }
    }
    return checked
  }

  private var search: TuningSearch {
    TuningSearch(
      channels: RecordingArguments.channels(channel),
      jobs: RecordingArguments.jobs(jobs))
  }

  /// Returns a maker of feeds that write recordings into the practice journal.
  private static func journalling(_ target: TargetSettings) -> AnalysisBatch.FollowerMaker {
    { recording, sampleRate in
      try PracticeFeed.recording(
        recording.path, sound: recording.sound(), sampleRate: sampleRate, target.classifier,
        target.tolerance, into: PracticeDirectories().journal)
    }
  }

  /// Returns those recordings of the command line and of the list that are in the shard.
  private func inputs() throws -> BatchInputs {
    var inputs = BatchInputs(files, isRecursive: recursive)
    if let list = lists.list { inputs.add(try list.all()) }
    if inputs.all.isEmpty {
      throw ValidationError(
        "The list names no recording"
          + (lists.spelling == "-0" ? "; -0 wants a NUL behind each name." : "."))
    }
    if let shard = batch.shard {
      inputs.keep(shard)
      if inputs.all.isEmpty, !quiet {
        StandardError.write(
          "tuner: shard \(shard.number) of \(shard.count) holds none of the recordings\n")
      }
    }
    if inputs.all.count > 1, !format.canFollow, output == nil {
      throw ValidationError(
        format.hasSharedTable
          ? "\(format) of several recordings needs a file or a directory to write to: add "
            + "-o FILE.\(format) for one table, or -o DIRECTORY."
          : "\(format) of several recordings needs a directory to write to: add -o DIRECTORY.")
    }
    return inputs
  }
}
