// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import Terminal
import TunerAnalysis

struct ToneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tone", abstract: "Make reference tones: a note, or the strings of a tuning.",
    usage: "tuner tone [<options>] [<note>]",
    discussion: """
      EXAMPLES
        tuner tone E2                                (on the sound device)
        tuner tone A4 --a4 442 -o a442.wav
        tuner tone -t dadgad -o dadgad.flac          (one after the other)
        tuner tone -t standard --string 6 --wave sine -o low-e.wav

      The extension of the file decides its format: wav, flac, aiff, caf, au or ogg. To list \
      devices, run: tuner devices
      """)

  @Argument(help: ArgumentHelp("A note with its octave, such as E2.", valueName: "note"))
  var note: String?

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("Write this file instead of playing.", valueName: "file"))
  var output: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The playback device. (default: default)"))
  var device: String?

  @Option(help: "The kind of tone: pluck or sine.")
  var wave: ToneWave = .pluck

  @Option(help: ArgumentHelp("The length of each tone, 0.1 to 600.", valueName: "s"))
  var seconds: Double = 3

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The peak level relative to full scale, -80 to 0; ogg changes it by up to 0.4 dB, and below \
      -40 by more.
      """,
      valueName: "db"))
  var level: Double = -6

  @Option(
    help: ArgumentHelp("The sample rate, \(RecordingArguments.sampleRates).", valueName: "hz"))
  var sampleRate = 48000

  @OptionGroup var target: TargetOptions

  func validate() throws {
    if (note == nil) == (target.tuning == nil) {
      throw ValidationError(
        note == nil
          ? "Name a note, or a tuning with -t."
          : "Give a note or a tuning, not both.")
    }
    try target.refuse([.tolerance], because: "has no meaning for a tone: leave it out.")
    if note != nil {
      try target.refuse(
        [.string, .capo, .stretch, .offsets],
        because: "changes the strings of a tuning: give -t instead of a note.")
    }
    if output == "" || output == "-" {
      throw ValidationError("Name the file to write with -o, such as -o tone.wav.")
    }
    if output != nil, device != nil {
      throw ValidationError("-o writes a file and -d sounds on a device: choose one.")
    }
    if device == "" { throw ValidationError("A name is empty.") }
    guard seconds.isFinite, (0.1...600).contains(seconds) else {
      throw ValidationError("--seconds \(seconds): give 0.1 to 600.")
    }
    guard level.isFinite, (-80...0).contains(level) else {
      throw ValidationError("--level \(level): give -80 to 0.")
    }
    try RecordingArguments.check(sampleRate: sampleRate)
  }

  func run() throws {
    let target = try target.resolve().target()
    let tones = { (rate: SampleRate) in
      try ToneSequence(
        note: note, target: target,
        tone: Tone(wave: wave, seconds: seconds, level: Decibels(level)), sampleRate: rate)
    }
    // Invalid tones are refused before a device is opened or a file is written.
    let asked = try tones(SampleRate(sampleRate))
    if let output { return try ToneFile(path: output).write(asked) }
    try TonePlayback(deviceName: device ?? "default", preferredRate: SampleRate(sampleRate))
      .play(tones)
  }
}
