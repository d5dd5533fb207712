// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import ArgumentParser
import AudioInput
import ControlOutput
import Terminal
import TunerAnalysis

/// The options of the commands that listen: the source, its settings, and the data that is kept.
struct ListeningOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The capture device. (default: default)"))
  var device: String?

  @Option(
    help: ArgumentHelp("Play a recording in real time instead of a device.", valueName: "file"))
  var input: String?

  @Option(
    help: RecordingArguments.channelHelp)
  var channel: Int?

  @Option(
    help: ArgumentHelp(
      """
      The sample rate to request from the device, \(RecordingArguments.sampleRates). \
      (default: 48000)
      """, valueName: "hz"))
  var sampleRate: Int?

  @Option(help: ArgumentHelp("Stop after this much audio.", valueName: "s"))
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      "The time to wait for a device that disappeared, up to 3600. (default: 0)", valueName: "s"))
  var reconnect: Double?

  @Option(
    help: ArgumentHelp(
      "Record the input as a WAV file, which must not exist.", valueName: "file"
    ))
  var record: String?

  @Option(
    help: ArgumentHelp(
      """
      Send each reading with a target to this host and port as an Open Sound Control message over UDP: \
      /tuner/pitch with hertz, cents, confidence, note and string, and /tuner/silence.
      """, valueName: "host:port"))
  var osc: String?

  @Option(
    help: ArgumentHelp(
      """
      Send the pitch as MIDI notes with pitch bends: to a port of the ALSA sequencer such as \
      128:0, to programs that connect to the tuner's own port (port), or to a raw device or file \
      (a path with /).
      """, valueName: "destination"))
  var midi: String?

  @Flag(
    name: [.customLong("no-report"), .customLong("forget")],
    help: """
      Do not keep the last 30 seconds for tuner report. Those of an earlier session stay.
      """)
  var noReport = false

  @Flag(
    name: [.customLong("practice"), .customLong("journal")], inversion: .prefixedNo,
    help: """
      Count the playing as practice, in the practice journal. (default: yes for a device, no for a \
      recording)
      """)
  var practice: Bool?

  @Flag(
    help: """
      Show a desktop notification when your playing reaches a goal of today. tuner gate monitor \
      does so without this option.
      """)
  var notify = false

  @Flag(help: "Correct readings by the clock error that tuner calibrate --save measured.")
  var calibrated = false

  @OptionGroup var settings: SettingsOptions

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print the counts of samples and results at the end.")
  var verbose = false

  /// The update rates of a live session.
  static let rates = 10...60
  /// The longest session, in seconds.
  private static let longest = 1_000_000_000

  func validate() throws {
    if input != nil, device != nil || sampleRate != nil || reconnect != nil {
      throw ValidationError("--input plays a recording: leave out the options of a device.")
    }
    if notify, practice == false || (input != nil && practice == nil) {
      throw ValidationError("--notify needs counted practice: count it with --practice.")
    }
    if calibrated, settings.clockPPM != nil || input != nil {
      throw ValidationError("--calibrated needs a device and cannot be combined with --clock-ppm.")
    }
    if device == "" || input == "" || record == "" { throw ValidationError("A name is empty.") }
    try RecordingArguments.check(output: record, of: "--record", remedy: "")
    // Without a slash, it is a port of the sequencer.
    let file = midi.flatMap { $0.contains("/") ? $0 : nil }
    try RecordingArguments.check(outputs: [("--record", record), ("--midi", file)])
    if quiet, verbose { throw ValidationError("Use -q or -v, not both.") }
    try RecordingArguments.check(channel: channel, input: input)
    try RecordingArguments.check(sampleRate: sampleRate)
    if let seconds, !(seconds > 0 && seconds <= Double(Self.longest)) {
      throw ValidationError(
        "--seconds \(seconds): give a number above 0 and at most \(Self.longest).")
    }
    if let reconnect, !(0...3600).contains(reconnect) {
      throw ValidationError("--reconnect \(reconnect): give 0 to 3600.")
    }
  }

  /// Checks that the options can be combined with strokes.
  ///
  /// - Parameter strum: true if every string of a stroke is measured.
  /// - Throws: `ValidationError`.
  func validate(strum: Bool) throws {
    for (option, destination) in [("--osc", osc), ("--midi", midi)]
    where strum && destination != nil {
      throw ValidationError(
        "\(option) sends the pitch of one string: leave out \(option) or --strum.")
    }
  }

  /// Returns the validated settings of the analysis.
  ///
  /// - Parameters:
  ///   - sources: their sources.
  ///   - strum: true if every string of a stroke is measured.
  /// - Returns: the settings, with the strings of strokes if these are measured.
  /// - Throws: `SettingError`, and `StrumTargetsError` if the strings can't be measured together.
  func validated(_ sources: SettingSources, strum: Bool) throws -> AnalysisSettings {
    var settings = try sources.validated(rates: Self.rates)
    guard strum else { return settings }
    try sources.refuseForStrum()
    settings.strum = try StrumTargets(settings.target)
    if !quiet, let notice = settings.strum?.notice { StandardError.notice(notice) }
    return settings
  }

  /// Returns the configuration of a run.
  ///
  /// - Parameters:
  ///   - settings: the settings of the analysis.
  ///   - sources: their sources.
  ///   - presentation: the presentation of the results.
  /// - Returns: a configuration that takes everything else from the options.
  /// - Throws: `OSCDestinationError`, `MIDIDestinationError` and `MIDIFailure` for receivers that
  ///   can't be used.
  func configuration(
    _ settings: AnalysisSettings, _ sources: SettingSources,
    _ presentation: LiveConfiguration.Presentation
  ) throws -> LiveConfiguration {
    LiveConfiguration(
      settings: settings, osc: try osc.map { try OSCSender(OSCDestination($0)) },
      midi: try midi.map { try MIDISender(MIDIDestination($0)) }, sources: sources,
      input: source(updateRate: settings.rate),
      presentation: presentation, seconds: seconds, recording: record, keepsLastSeconds: !noReport,
      isPractice: practice ?? (input == nil), isPracticeRequested: practice == true,
      isNotifying: notify, isCalibrated: calibrated, isQuiet: quiet, isVerbose: verbose)
  }

  private func source(updateRate: UpdateRate) -> LiveConfiguration.Input {
    let channels = RecordingArguments.channels(channel)
    if let input { return .recording(path: input, channels) }
    return .device(
      CaptureConfiguration(
        deviceName: device ?? "default", channels: channels,
        preferredRate: SampleRate(sampleRate ?? 48000), updateRate: updateRate,
        reconnectSeconds: reconnect ?? 0))
  }
}
