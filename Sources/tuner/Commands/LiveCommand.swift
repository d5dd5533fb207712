// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import ArgumentParser
import AudioInput
import Foundation
import Terminal
import TunerAnalysis
import TunerDisplay

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Listen to a microphone or an instrument, and tell what is played.",
    discussion: """
      EXAMPLES
        tuner live
        tuner live -d hw:1 -t dadgad --rate 60
        tuner live --strum                           (every string from one stroke)
        tuner live --record evening.wav              (what was heard, lost samples marked)
        tuner live --input take.wav                  (no sound card needed)
        tuner live | jq -c '[.note,.cents]'

      On a terminal, it shows a display; ? shows its keys. In a pipe, it prints one ndjson record \
      for each update, as tuner analyze --frames does. tuner devices lists the devices.

      What is played counts as practice, which tuner practice status shows; --no-journal counts \
      nothing.

      The last 30 seconds are kept for: tuner report. tuner analyze gives the same readings of a \
      file from --record, to the bit.

      Exit status: 0 the recording ended or the reader closed the pipe, 2 wrong usage or unusable input, \
      3 the device is missing, busy, refused or went away, 130 interrupted.
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The capture device. (default: default)"))
  var device: String?

  @Option(
    help: ArgumentHelp("Listen to a recording at its own pace instead.", valueName: "file"))
  var input: String?

  @Option(
    name: .shortAndLong,
    help: "The output format: display, text or ndjson. (default: by the output)")
  var format: LiveFormat?

  @Flag(
    help: """
      Measure every string of strokes over the open strings; on the display, e changes between one \
      string and all.
      """)
  var strum = false

  @Flag(help: "One spoken line for each change, instead of a display.")
  var screenReader = false

  @Flag(help: "The needle jumps instead of moving.")
  var reducedMotion = false

  @Option(help: "Colours in the display: auto, always or never.")
  var color = ColorOption.auto

  @Option(
    help: ArgumentHelp(
      "The display's language: en, es or de. (default: by the environment)", valueName: "code"))
  var language: LanguageOption?

  @Option(
    help: ArgumentHelp("Use one channel, counted from 1, instead of a mix of all.", valueName: "n"))
  var channel: Int?

  @Option(
    help: ArgumentHelp(
      "Samples a second to ask the device for, 8000 to 192000. (default: 48000)", valueName: "hz"))
  var sampleRate: Int?

  @Option(help: ArgumentHelp("Stop after this much audio.", valueName: "s"))
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      "Wait this long for a device that disappeared, up to 3600. (default: 0)", valueName: "s"))
  var reconnect: Double?

  @Option(
    help: ArgumentHelp(
      "Record the input as a WAV file, which must not exist.", valueName: "file"
    ))
  var record: String?

  @Flag(help: "Keep nothing for: tuner report")
  var forget = false

  @Flag(
    inversion: .prefixedNo,
    help: "Count what is played as practice. (default: from a device yes, from a recording no)")
  var journal: Bool?

  @Flag(help: "Correct readings by the device's clock, as tuner calibrate --save measured it.")
  var calibrated = false

  @OptionGroup var settings: SettingsOptions

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print the counts of samples and results at the end.")
  var verbose = false

  /// The update rates of a live session.
  private static let rates = 10...60

  func validate() throws {
    if input != nil, device != nil || sampleRate != nil || reconnect != nil {
      throw ValidationError("--input plays a recording: leave the flags of a device out.")
    }
    if calibrated, settings.clockPPM != nil || input != nil {
      throw ValidationError("--calibrated is for a device, and instead of --clock-ppm.")
    }
    if device == "" || input == "" || record == "" { throw ValidationError("A name is empty.") }
    if let channel, !(1...256).contains(channel) {
      throw ValidationError("--channel \(channel): give a number from 1 to 256.")
    }
    if let sampleRate, sampleRate < 1 || !SampleRate.supported.contains(SampleRate(sampleRate)) {
      let rates = SampleRate.supported
      throw ValidationError(
        "--sample-rate \(sampleRate): give \(rates.lowerBound.hertz) to \(rates.upperBound.hertz).")
    }
    if let seconds, !(seconds > 0 && seconds <= 1e9) {
      throw ValidationError("--seconds \(seconds): give a number above 0.")
    }
    if let reconnect, !(0...3600).contains(reconnect) {
      throw ValidationError("--reconnect \(reconnect): give 0 to 3600.")
    }
  }

  func run() throws {
    let sources = settings.resolve()
    var settings = try sources.validated(rates: Self.rates)
    if self.settings.printConfig { return try StandardOutput.write(sources.table) }
    if strum {
      try sources.refuseForStrum()
      settings.strum = try StrumTargets(settings.target)
    }
    try LiveRun(
      LiveConfiguration(
        settings: settings, sources: sources, input: source(updateRate: settings.rate),
        presentation: try presentation(), seconds: seconds, recording: record,
        isForgetting: forget, isPractice: journal ?? (input == nil), isCalibrated: calibrated,
        isQuiet: quiet, isVerbose: verbose)
    ).run()
  }

  private func source(updateRate: UpdateRate) -> LiveConfiguration.Input {
    let channels = channel.map { ChannelSelection.channel($0) } ?? .mix
    if let input { return .recording(path: input, channels) }
    return .device(
      CaptureConfiguration(
        deviceName: device ?? "default", channels: channels,
        preferredRate: SampleRate(sampleRate ?? 48000), updateRate: updateRate,
        reconnectSeconds: reconnect ?? 0))
  }

  private func presentation() throws -> LiveConfiguration.Presentation {
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
      hasUnicode: capabilities.hasUnicode, hasColor: capabilities.hasColor)
    return .display(
      DisplaySession.Configuration(
        look: look, isMotionReduced: reducedMotion, isSpoken: screenReader,
        endsWithSource: input != nil, seconds: seconds))
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
