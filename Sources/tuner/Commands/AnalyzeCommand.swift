// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import AudioInput
import Terminal

struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Tell what notes recordings hold, and how far off they are.",
    usage: "tuner analyze [<options>] <file> ...",
    discussion: """
      EXAMPLES
        tuner analyze take.wav
        tuner analyze --frames --format csv take.wav > take.csv
        tuner analyze -t chromatic --a4 442 *.flac
        tuner analyze -t "D2 A2 D3 G3 B3 E4" --capo 2 take.wav
        ffmpeg -i take.m4a -f wav - | tuner analyze -

      The reading is the first partial as it rings, which is what a strobe tuner shows; ± is the
      scatter of the readings.

      Reads WAV, AIFF, FLAC, Ogg, Opus, MP3 and CAF at 8 to 192 kHz.
      Exit status: 0 a pitch was found, 1 none anywhere, 2 wrong usage or unusable input.
      """)

  @Argument(help: ArgumentHelp("Recordings, or - for standard input.", valueName: "file"))
  var files: [String] = []

  @Option(name: .shortAndLong, help: "What is printed: text, csv or ndjson.")
  var format: OutputFormat = .text

  @Flag(help: "Print one record per update, as a live session would have shown it.")
  var frames = false

  @Flag(help: "Print one record per note (what csv and ndjson hold without --frames).")
  var notes = false

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp(
      "Write here instead of standard output; with several recordings, a directory.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp("Listen to one channel, from 1, instead of all mixed.", valueName: "n"))
  var channel: Int?

  @Flag(help: "Also write the practice that the recordings hold into the journal.")
  var journal = false

  @OptionGroup var settings: SettingsOptions

  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    if files.isEmpty, !settings.printConfig {
      throw ValidationError("Name a recording, or - for standard input.")
    }
    if files.contains("") || output == "" {
      throw ValidationError("A file name is empty.")
    }
    if output == "-" {
      throw ValidationError("-o - is not a place: without -o, results go to standard output.")
    }
    if let channel, channel < 1 { throw ValidationError("--channel \(channel): count from 1.") }
    if frames, notes { throw ValidationError("Use --frames or --notes, not both.") }
    if files.count > 1, format == .csv, output == nil {
      throw ValidationError(
        "csv of several recordings needs a directory to write to: add -o DIRECTORY.")
    }
    if files.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
  }

  func run() throws {
    let settings = settings.resolve()
    if self.settings.printConfig {
      _ = try settings.validated()
      return try StandardOutput.write(settings.table)
    }
    let batch = AnalysisBatch(
      settings: try settings.validated(), channels: channel.map { .channel($0) } ?? .mix,
      content: frames ? .frames : .notes, format: format, isJournaling: journal, isQuiet: quiet)
    let outcome = try batch.run(files, output: output)
    if let status = outcome.exitStatus { throw status }
  }
}
