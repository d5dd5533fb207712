// SPDX-License-Identifier: MIT

import ArgumentParser
import AudioInput
import Terminal
import TunerAnalysis

struct TremoloCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tremolo",
    abstract: "Measure how the strings of a floating bridge move one another, and plan the tuning.",
    usage: "tuner tremolo [<options>] <file> ...",
    discussion: """
      EXAMPLES
        tuner live --strum --record turns.wav        (strum, turn one peg, strum)
        tuner tremolo turns.wav
        tuner tremolo -t drop_d --tolerance 3 first.wav second.wav third.wav
        tuner tremolo --format json turns.wav > guitar.json
        tuner tremolo --couplings guitar.json today.wav    (one stroke is enough)

      On a floating bridge, tuning one string up lowers the others. Record strokes and turn one \
      peg between them. This command reports how much each string moves the others, with the \
      standard error, and proposes an order and a reading to tune each string to. Two turned \
      strings are enough to begin if their turns show such movements; before, it proposes none. \
      tuner live --strum gives the same advice as you play.

      The movements depend on the strings and the springs. While you keep both, give the JSON \
      document of earlier recordings with --couplings, here or to tuner live --strum: the advice \
      then begins at the first stroke. A new document contains the earlier strokes too.

      Exit status: 0 done, 2 wrong usage, unusable input or too few strokes.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings in the order of playing, or - for standard input.", valueName: "file"))
  var files: [String] = []

  @Option(name: .shortAndLong, help: "The output format: text or json.")
  var format: DocumentFormat = .text

  @Option(
    help: ArgumentHelp(
      "A document that this command made of earlier strokes on the same guitar.",
      valueName: "file"))
  var couplings: String?

  @Option(
    help: RecordingArguments.channelHelp)
  var channel: Int?

  @OptionGroup var settings: SettingsOptions

  func validate() throws {
    if files.isEmpty, !settings.printConfig {
      throw ValidationError("Name a recording, or - for standard input.")
    }
    if files.contains("") || couplings == "" { throw ValidationError("A file name is empty.") }
    if files.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can be read only once.")
    }
    try RecordingArguments.check(channel: channel)
  }

  func run() throws {
    let sources = settings.resolve()
    var checked = try sources.validated()
    if settings.printConfig { return try StandardOutput.write(sources.table) }
    try sources.refuseForStrum(by: "tuner tremolo")
    checked.strum = try StrumTargets(checked.target)
    if let notice = checked.strum?.notice { StandardError.notice(notice) }
    let advice = try TremoloAdvice(
      files: files, document: couplings, settings: checked,
      channels: RecordingArguments.channels(channel), reporting: StandardError.notice)
    try StandardOutput.write(format == .text ? advice.text : advice.json)
  }
}
