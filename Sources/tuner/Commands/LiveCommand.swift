// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Terminal
import TunerAnalysis
import TunerDisplay
import Tuning

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Listen to a microphone or an instrument and show its pitch.",
    discussion: """
      EXAMPLES
        tuner live
        tuner live -d hw:1 -t dadgad --rate 60
        tuner live --strum                           (every string from one stroke)
        tuner live --record evening.wav              (marks lost samples)
        tuner live --input take.wav                  (no sound card needed)
        tuner live --osc localhost:9000              (readings as OSC messages)
        tuner live -t chromatic --midi 128:0         (plays a synthesiser)
        tuner live | jq -c '[.note,.cents]'

      On a terminal, it shows a display; ? shows its keys. In a pipe, it prints one ndjson record \
      for each update, as tuner analyze --frames does. tuner devices lists the devices.

      Your playing counts as practice, which tuner practice status shows; with --no-practice it \
      does not.

      The last 30 seconds are kept for tuner report. For a file from --record, tuner analyze gives \
      the same readings to the bit.

      Exit status: 0 the recording ended or the reader closed the pipe, 2 wrong usage, unusable \
      input, or what --record, --midi or --practice asked for is incomplete, 3 the device is \
      missing, busy, refused or went away, 130 interrupted.
      """)

  @OptionGroup var listening: ListeningOptions

  @Option(
    name: .shortAndLong,
    help: """
      The output format: display, text or ndjson. (default: display on a terminal, else ndjson)
      """)
  var format: LiveFormat?

  @Flag(
    help: """
      Measure every string of each stroke over the open strings. \(StrumTargets.rangeText) What is \
      farther off is unclear. On the display, the key e switches between one string and all.
      """)
  var strum = false

  @Option(
    help: ArgumentHelp(
      """
      How the strings of a floating bridge move one another: a document that tuner tremolo \
      --format json made of earlier strokes on the same guitar. With it, the advice begins at the \
      first stroke.
      """, valueName: "file"))
  var couplings: String?

  @Flag(help: "Print one line for each change, for a screen reader, instead of a display.")
  var screenReader = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Show the strings in the order of a left-handed instrument, with the lowest at the right. \
      (default: TUNER_LEFT_HANDED, else the settings file, else no)
      """)
  var leftHanded: Bool?

  @Flag(help: "Let the needle jump instead of moving.")
  var reducedMotion = false

  @Option(help: "Colours in the display: auto, always or never.")
  var color = ColorOption.auto

  @Option(
    help: ArgumentHelp(
      """
      The language of the display and of --screen-reader: en, es or de. --format text is in \
      English, for programs that read it. (default: the language of the environment)
      """, valueName: "code"))
  var language: LanguageOption?

  func validate() throws {
    try listening.validate(strum: strum)
    if screenReader, let format, format != .display {
      throw ValidationError(
        "--screen-reader prints lines of its own: leave out --screen-reader or --format \(format).")
    }
    if language != nil, let format, format != .display {
      throw ValidationError(
        "--language is that of the display and of --screen-reader, and --format \(format) has no "
          + "other language than English: leave out --language, or use --screen-reader.")
    }
    if couplings == "" { throw ValidationError("A name is empty.") }
    if couplings != nil, !strum {
      throw ValidationError("--couplings belongs to the strings of a stroke: add --strum.")
    }
  }

  func run() throws {
    let sources = listening.settings.resolve(leftHanded: leftHanded)
    let isLeftHanded = try sources.isLeftHanded()
    // A pipe reads no other setting of the display, but an invalid value is an error there too.
    _ = try sources.overrides()
    if listening.settings.printConfig {
      _ = try listening.validated(sources, strum: false)
      return try StandardOutput.write(sources.table(forScreen: true))
    }
    let settings = try listening.validated(sources, strum: strum)
    let earlier = try couplings.map {
      try CouplingDocument.strokes(of: $0, for: settings.strum?.targets ?? [])
    }
    var configuration = try listening.configuration(
      settings, sources,
      try presentation(isLeftHanded, octaves: settings.target.notation.octaves))
    if case .lines(.ndjson) = configuration.presentation, earlier != nil {
      throw ValidationError("ndjson has no advice on couplings: leave out --couplings.")
    }
    configuration.earlier = earlier
    try LiveRun(configuration).run()
  }

  private func presentation(
    _ isLeftHanded: Bool, octaves: OctaveConvention
  ) throws -> LiveConfiguration.Presentation {
    let isTerminal = TerminalCapabilities.isTerminal(STDOUT_FILENO)
    let environment = ProcessInfo.processInfo.environment
    let capabilities = TerminalCapabilities(
      environment: environment, isInputTerminal: TerminalCapabilities.isTerminal(STDIN_FILENO),
      isOutputTerminal: isTerminal, color: color.choice)
    if format == .display && !capabilities.isFullScreen {
      throw ValidationError("--format display needs a terminal that can move its cursor.")
    }
    guard screenReader || (format ?? .display) == .display && capabilities.isFullScreen else {
      return .lines(format ?? (isTerminal ? .text : .ndjson))
    }
    let look = DisplayStyle(
      language: language?.language ?? .preferred(in: environment),
      hasUnicode: capabilities.hasUnicode, hasColor: capabilities.hasColor,
      isLeftHanded: isLeftHanded, octaves: octaves)
    return .display(
      DisplaySession.Configuration(
        look: look, isMotionReduced: reducedMotion, isSpoken: screenReader,
        endsWithSource: listening.input != nil, seconds: listening.seconds))
  }
}

/// The languages of the display, by their ISO 639-1 codes.
enum LanguageOption: String, CaseIterable, ExpressibleByArgument {
  case en, es, de

  var language: Language {
    switch self {
    case .en: .english
    case .es: .spanish
    case .de: .german
    }
  }
}

/// The use of colours.
enum ColorOption: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  var choice: TerminalCapabilities.ColorChoice {
    switch self {
    case .auto: .auto
    case .always: .always
    case .never: .never
    }
  }
}
