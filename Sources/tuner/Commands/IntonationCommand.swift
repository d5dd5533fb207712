// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import AudioInput
import FileFormats
import Terminal
import TunerAnalysis
import Tuning

struct IntonationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intonation",
    abstract: "Compute by how much the saddle of a string must move.",
    usage: "tuner intonation [<options>] <open> <fret12>",
    discussion: """
      EXAMPLES
        tuner intonation open.wav fret12.wav
        tuner intonation 110.00 220.64 --scale-length 628

      Play the open string, then the same string fretted at the twelfth fret with your usual \
      pressure. Give each as a recording or as a frequency in hertz.

      A deviation is too uncertain to judge if its ± is larger than the tolerance and it exceeds \
      the tolerance by no more than that ±. Pluck softly, and let the notes ring.
      """)

  @Argument(help: ArgumentHelp("The open string: a recording or hertz.", valueName: "open"))
  var open: String

  @Argument(help: ArgumentHelp("The string at the twelfth fret.", valueName: "fret12"))
  var fret12: String

  @Option(help: ArgumentHelp("The length of the open string.", valueName: "mm"))
  var scaleLength: Double = BridgeIntonation.usualScaleLength

  @Option(
    help: ArgumentHelp(
      """
      The largest deviation for which the saddle may stay, \
      \(TuningTolerance.supported.ends(\.value)).
      """, valueName: "cents"))
  var tolerance: Double = 2

  @Option(
    help: ArgumentHelp(
      "Use one channel of the recordings, counted from 1, instead of a mix of all.",
      valueName: "n"))
  var channel: Int?

  @Option(name: .shortAndLong, help: "The output format: text or json.")
  var format: DocumentFormat = .text

  func validate() throws {
    if open.isEmpty || fret12.isEmpty { throw ValidationError("A file name is empty.") }
    if open == "-", fret12 == "-" {
      throw ValidationError("Standard input can be read only once.")
    }
    try RecordingArguments.check(channel: channel)
    if channel != nil, decimalNumber(open) != nil, decimalNumber(fret12) != nil {
      throw ValidationError("--channel chooses a channel of a recording: leave it out.")
    }
    guard scaleLength.isFinite, (100...2000).contains(scaleLength) else {
      throw ValidationError("--scale-length \(scaleLength): give 100 to 2000 millimetres.")
    }
    do {
      _ = try TuningTolerance(inTune: Cents(tolerance))
    } catch {
      throw ValidationError("--tolerance: \(error)")
    }
  }

  func run() throws {
    let channels = RecordingArguments.channels(channel)
    let advice = try BridgeAdvice(
      open: SoundedPitch(
        argument: open, channels: channels, reporting: StandardError.notice),
      fretted: SoundedPitch(
        argument: fret12, channels: channels, reporting: StandardError.notice),
      scaleLength: scaleLength, tolerance: TuningTolerance(inTune: Cents(tolerance)))
    try StandardOutput.write(format == .text ? advice.text : advice.json)
  }
}
