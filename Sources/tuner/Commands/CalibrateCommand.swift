// SPDX-License-Identifier: MIT

import ALSAAudio
import Acoustics
import ArgumentParser
import Terminal
import TunerAnalysis
import TunerRuntime

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measure how far a sound card's clock is off, in parts per million.",
    discussion: """
      EXAMPLES
        tuner calibrate -d hw:1 --save
        tuner live -d hw:1 --calibrated

      It measures the arrival times of samples for ten minutes and ignores the sound. Most \
      cards are within 50 ppm; 29 ppm shift a reading by 0.05 cents. The reference is this \
      machine's own clock, which is only as accurate as its time server.

      Exit status: 0 done, 1 the measurement was too short, or --save refused it, 2 wrong usage, \
      3 the device is missing, busy, refused or went away, 130 interrupted (the result so far is \
      printed).
      """)

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The capture device. (default: default)"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "The sample rate to request from the device. (default: 48000)", valueName: "hz"))
  var sampleRate: Int?

  @Option(
    help: ArgumentHelp(
      "The duration of the measurement, 10 to 86400. (default: 600)", valueName: "s"))
  var seconds: Double?

  @Flag(help: "Store the result for tuner live --calibrated.")
  var save = false

  @Option(name: .shortAndLong, help: "The output format: text or json.")
  var format: DocumentFormat = .text

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  func validate() throws {
    if device == "" { throw ValidationError("A name is empty.") }
    try RecordingArguments.check(sampleRate: sampleRate)
    if let seconds, !(10...86400).contains(seconds) {
      throw ValidationError("--seconds \(seconds): give 10 to 86400.")
    }
  }

  func run() throws {
    let name = device ?? "default"
    let measurement = ClockMeasurement(
      configuration: CaptureConfiguration(
        deviceName: name, preferredRate: SampleRate(sampleRate ?? 48000), reconnectSeconds: 0),
      seconds: seconds ?? 600, isQuiet: quiet)
    let outcome = try measurement.run()
    guard let drift = outcome.drift else {
      StandardError.write(
        "tuner: the measurement was too short. Listen for longer: --seconds 600\n")
      throw outcome.isInterrupted ? ExitStatus.interrupted : ExitStatus.answerIsNo
    }
    let text = ClockText(drift: drift)
    // An output that can't be written must not cost the measurement.
    let written = Result {
      try StandardOutput.writeIfRead(
        format == .text
          ? text.report(device: name, sampleRate: outcome.sampleRate)
          : text.json(device: name, sampleRate: outcome.sampleRate))
    }
    if save {
      // The device has ended, so an interruption no longer limits the time to a second.
      if outcome.isInterrupted { ForcedExit.beginSaving(ExitStatus.interrupted.code) }
      let clocks = MeasuredClocks(in: try SettingsDirectory())
      do {
        let notice = try clocks.keep(
          .init(ppm: drift.clock.value, sigma: drift.sigma.value, seconds: drift.seconds), of: name,
          at: outcome.sampleRate)
        if let notice { StandardError.write("tuner: \(printable("\(notice)"))\n") }
      } catch {
        StandardError.write("tuner: \(printable("\(error)"))\n")
        throw text.isPermitted ? ExitStatus.usage : ExitStatus.answerIsNo
      }
    }
    try written.get()
    if outcome.isInterrupted { throw ExitStatus.interrupted }
  }
}
