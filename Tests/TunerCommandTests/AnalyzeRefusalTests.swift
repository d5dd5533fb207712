// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import TestSignals
import Testing

@Suite("tuner analyze: wrong usage and bad input")
struct AnalyzeRefusalTests {
  private let tuner = Program("tuner")

  private func directory(_ files: [String: Data]) throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: files)
  }

  @Test(
    "an invalid value of an environment variable is refused by the variable's name",
    arguments: ["TUNER_A4", "TUNER_RATE", "TUNER_TOLERANCE", "TUNER_MIN_HZ", "TUNER_TUNING"])
  func rubbishInEnvironment(variable: String) throws {
    let outcome = try tuner.run(["analyze", "x.wav"], environment: [variable: "0x1B8 invalid"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(variable))
  }

  @Test(
    "a wrong value names the help of its command, whether the parser or a library refuses it",
    arguments: [
      (["analyze", "-q", "-v", "x.wav"], "analyze"),
      (["analyze", "--rate", "0", "x.wav"], "analyze"),
      (["analyze", "--plot", "x.svg", "x.wav", "y.wav"], "analyze"),
      (["intonation", "110", "165"], "intonation"), (["tone", "-t", "chromatic"], "tone"),
      (["tunings", "show", "chromatic"], "tunings show"),
      (["gate", "goal", "set", "laps", "3"], "gate goal set"),
    ])
  func namesHelp(arguments: [String], command: String) throws {
    let home = try directory([:])
    let outcome = try tuner.run(
      arguments,
      environment: ["XDG_CONFIG_HOME": home.path, "XDG_DATA_HOME": home.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("\nSee: tuner \(command) --help\n"), "\(outcome.errors)")
  }

  @Test(
    "options of batches and lists that do not go together are refused by name",
    arguments: [
      (["--batch", "d", "-o", "f"], "-o"), (["--batch", "d", "--practice"], "--practice"),
      (["--batch", "d", "-f", "text"], "format"), (["--resume"], "--batch"),
      (["--batch", "d", "--retry-failed"], "--resume"), (["--shard", "4/3"], "i/n"),
      (["--batch", "d", "--timeout", "0"], "--timeout"), (["--memory", "1"], "--memory"),
      (["--batch", "d", "--max-failures", "-1"], "--max-failures"),
      (["--files-from", "a", "--manifest", "b"], "not both"),
    ])
  func wrongBatch(arguments: [String], text: String) throws {
    let outcome = try tuner.run(["analyze", "x.wav"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(text), "\(outcome.errors)")
  }

  @Test(
    "chromatic has no strings: their settings are refused, except those of the settings file",
    arguments: [["--offsets", "6=10"], ["--stretch", "6=0.0003"]])
  func chromaticStrings(flags: [String]) throws {
    let files = try directory(["a.wav": WAVE.floats(WAVE.pluck(110))])
    let words = ["analyze", "-t", "chromatic", files.path + "/a.wav"]
    let outcome = try tuner.run(words + flags)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors.contains("\(flags[0])") && outcome.errors.contains("chromatic has no strings"),
      "\(outcome.errors)")
    let variable = "TUNER_" + flags[0].dropFirst(2).uppercased()
    let set = try tuner.run(words, environment: [variable: flags[1]])
    #expect(set.status == 2 && set.errors.contains(variable), "\(set.errors)")
    #expect(try tuner.run(words + ["--capo", "2", "--stretch", "none"]).status == 0)
  }

  static let usages = [
    WrongUsage(arguments: ["analyze"], complaint: "Name a recording"),
    WrongUsage(
      arguments: ["analyze", "--files-from", "/dev/null"], complaint: "names no recording."),
    WrongUsage(
      arguments: ["analyze", "-t", String(repeating: "x", count: 500), "x.wav"],
      complaint: String(repeating: "x", count: 80) + "…\": there is no such"),
    WrongUsage(arguments: ["analyze", "--no-such-flag", "x.wav"], complaint: "--no-such-flag"),
    WrongUsage(arguments: ["analyze", "--a4", "300", "x.wav"], complaint: "390"),
    WrongUsage(arguments: ["analyze", "--a4", "nan", "x.wav"], complaint: "--a4"),
    WrongUsage(arguments: ["analyze", "--a4", "440.123", "x.wav"], complaint: "440.12"),
    // Rounded before its range is checked, so the reason is the same as within the range.
    WrongUsage(
      arguments: ["analyze", "--a4", "490.004", "x.wav"], complaint: "The nearest is 490."),
    WrongUsage(arguments: ["analyze", "--a4", "490.006", "x.wav"], complaint: "390"),
    WrongUsage(
      arguments: ["analyze", "--string", "2", "-t", "chromatic", "x.wav"],
      complaint: "no strings"),
    WrongUsage(arguments: ["analyze", "--rate", "0", "x.wav"], complaint: "1 to 1000"),
    WrongUsage(arguments: ["analyze", "--rate", "1001", "x.wav"], complaint: "1 to 1000"),
    WrongUsage(arguments: ["analyze", "--tolerance", "21", "x.wav"], complaint: "0.5"),
    WrongUsage(arguments: ["analyze", "--a4", "-440", "x.wav"], complaint: "390"),
    WrongUsage(arguments: ["analyze", "--a4", "-440h", "x.wav"], complaint: "--a4"),
    WrongUsage(arguments: ["analyze", "x.wav", "-high.wav"], complaint: "Write ./"),
    WrongUsage(arguments: ["analyze", "--rate", "-5", "x.wav"], complaint: "1 to 1000"),
    WrongUsage(arguments: ["analyze", "--tolerance", "-3", "x.wav"], complaint: "0.5"),
    WrongUsage(arguments: ["analyze", "--capo", "-1", "x.wav"], complaint: "to 12"),
    WrongUsage(arguments: ["analyze", "--offsets", "-3", "x.wav"], complaint: "6=-2"),
    WrongUsage(arguments: ["intonation", "-110", "220"], complaint: "-110"),
    WrongUsage(arguments: ["tone", "-5"], complaint: "\"-5\""),
    WrongUsage(
      arguments: ["analyze", "--min-hz", "500", "--max-hz", "400", "x.wav"], complaint: "500"),
    WrongUsage(arguments: ["analyze", "-t", "nonsense", "x.wav"], complaint: "chromatic"),
    WrongUsage(arguments: ["analyze", "-f", "xml", "x.wav"], complaint: "ndjson"),
    WrongUsage(arguments: ["analyze", "-f", "csv", "x.wav", "y.wav"], complaint: "-o"),
    WrongUsage(arguments: ["analyze", "-f", "midi", "x.wav", "y.wav"], complaint: "-o"),
    WrongUsage(arguments: ["analyze", "-f", "midi", "--frames", "x.wav"], complaint: "--frames"),
    WrongUsage(arguments: ["analyze", "--plot", "x.gif", "x.wav"], complaint: ".png"),
    WrongUsage(arguments: ["analyze", "--plot", "x.svg", "x.wav", "y.wav"], complaint: "--html"),
    WrongUsage(arguments: ["analyze", "--skip-existing", "x.wav"], complaint: "-o"),
    WrongUsage(arguments: ["analyze", "-j", "0", "x.wav"], complaint: "-j"),
    WrongUsage(arguments: ["analyze", "-q", "-v", "x.wav"], complaint: "-v"),
    WrongUsage(arguments: ["analyze", "-0", "-"], complaint: "-0"),
    WrongUsage(arguments: ["analyze", "-0"], complaint: "NUL"),
    WrongUsage(arguments: ["analyze", "--frames", "--notes", "x.wav"], complaint: "not both"),
    WrongUsage(
      arguments: ["analyze", "--smooth", "--detector", "yin", "x.wav"],
      complaint: "--detector engine"),
    WrongUsage(arguments: ["analyze", "-", "-"], complaint: "once"),
    WrongUsage(arguments: ["analyze", "--channel", "0", "x.wav"], complaint: "from 1"),
    WrongUsage(arguments: ["analyze", ""], complaint: "empty"),
    WrongUsage(arguments: ["analyze", "-o", "", "x.wav"], complaint: "empty"),
    WrongUsage(
      arguments: ["analyze", "-o", "-", "x.wav"], complaint: "needs a file or a directory"),
    WrongUsage(arguments: ["analyze", "--min-hz", "0.001", "x.wav"], complaint: "--min-hz"),
    WrongUsage(arguments: ["analyze", "--a4", "0x1B8", "x.wav"], complaint: "--a4"),
    WrongUsage(arguments: ["analyze", "--timeout", "1", "x.wav"], complaint: "--batch"),
    WrongUsage(arguments: ["analyze", "--memory", "16", "x.wav"], complaint: "--batch"),
    WrongUsage(
      arguments: ["analyze", "--batch", "d", "--cache-size", "16", "x.wav"], complaint: "--cache."),
    WrongUsage(arguments: ["no-such-command"], complaint: "no-such-command"),
  ]

  @Test("wrong usage ends with 2 and a message of two lines at most", arguments: usages)
  func wrongUsage(usage: WrongUsage) throws { try usage.expectRefusal() }

  @Test("silence and noise end with 1: no pitch was found")
  func noPitch() throws {
    var numbers = SplitMix64(seed: 1)
    let white = (0..<96000).map { _ in Float.random(in: -0.3...0.3, using: &numbers) }
    let files = try directory([
      "silence.wav": WAVE.floats([Float](repeating: 0, count: 48000)),
      "white.wav": WAVE.floats(white),
    ])
    for arguments in [["analyze"], ["analyze", "--frames", "-f", "csv"]] {
      for name in ["silence.wav", "white.wav"] {
        #expect(try tuner.run(arguments + [files.path + "/" + name]).status == 1, "\(name)")
      }
    }
  }

  @Test("samples that are not numbers are reported, and the others are analysed")
  func notANumber() throws {
    var samples = WAVE.pluck(110)
    samples[20000] = .nan
    samples[20001] = .infinity
    let files = try directory(["take.wav": WAVE.floats(samples)])
    let outcome = try tuner.run(["analyze", files.path + "/take.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("string 5 (A2)"))
    #expect(outcome.errors.contains("2 samples are not a number"))
    #expect(outcome.errors.hasSuffix("; taken as silence\n"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    samples[20001] = 0
    let second = try files.write(WAVE.floats(samples), to: "one.wav")
    let one = try tuner.run(["analyze", second]).errors
    #expect(one.contains("1 sample is not a number"))
    #expect(one.hasSuffix("; taken as silence\n"))
  }

  @Test(
    "commands that read recordings report samples that are not numbers, as analyze does",
    arguments: [
      ["analyze", "--strum"], ["check"], ["check", "--strum"], ["tremolo"], ["intonation", "55"],
    ])
  func notANumber(command: [String]) throws {
    var samples = WAVE.pluck(110)
    samples[20000] = .nan
    samples[20001] = .infinity
    let files = try directory(["take.wav": WAVE.floats(samples)])
    let errors = try tuner.run(command + [files.path + "/take.wav"]).errors
    #expect(
      errors.contains(
        "take.wav: 2 samples are not a number or out of all scale; taken as silence\n"),
      "\(errors)")
  }

  @Test("a header with too large a count is reported, and the existing samples are analysed")
  func truncated() throws {
    let data = WAVE.floats(WAVE.pluck(110), promising: 480_000)
    let files = try directory(["take.wav": data])
    let outcome = try tuner.run(["analyze", files.path + "/take.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("string 5 (A2)"))
    #expect(outcome.errors.contains("480000"))
    let quiet = try tuner.run(["analyze", "-q", files.path + "/take.wav"])
    #expect(quiet.errors == "")
  }

  @Test("channels that cancel each other are reported with the remedy, which works")
  func cancelled() throws {
    let samples = WAVE.pluck(110).flatMap { [$0, -$0] }
    let files = try directory(["take.wav": WAVE.floats(samples, channels: 2)])
    let file = files.path + "/take.wav"
    // The live session ends before the recording does.
    let live = ["live", "--rate", "60", "--seconds", "0.5", "--input"]
    let commands: [(words: [String], status: Int32)] = [
      (["analyze"], 1), (["check"], 1), (["tremolo"], 2), (["intonation", "55"], 2), (live, 0),
    ]
    for command in commands {
      let outcome = try tuner.run(command.words + [file])
      #expect(outcome.status == command.status, "\(command)")
      #expect(
        outcome.errors.contains(
          "\(file): the channels cancel each other: their mix is more than 20 dB below them. Choose "
            + "one: --channel 1\n"), "\(command): \(outcome.errors)")
    }
    for words in [["analyze"], ["intonation", "55"]] {
      let one = try tuner.run(words + ["--channel", "1", file])
      #expect(one.status == 0 && one.errors.isEmpty)
    }
    let equal = try files.write(
      WAVE.floats(WAVE.pluck(110).flatMap { [$0, $0] }, channels: 2), to: "equal.wav")
    #expect(try tuner.run(["analyze", equal]).errors.isEmpty)
  }

  @Test("the decoder of MP3 files prints nothing, and damage is an error of the recording")
  func damagedMP3() throws {
    // Frames of silence: MPEG-1, layer III, 128 kbit/s at 44.1 kHz.
    let frame = Data([0xFF, 0xFB, 0x90, 0xC0]) + Data(count: 413)
    let half = (0..<40).reduce(into: Data()) { bytes, _ in bytes += frame }
    let files = try directory([
      "few.mp3": half + Data(count: 5) + half, "many.mp3": half + Data(count: 2000) + half,
      "end.mp3": half + Data(count: 5000),
    ])
    for file in ["few.mp3", "many.mp3"] {
      for flags in [[], ["-q"]] {
        let outcome = try tuner.run(["analyze"] + flags + [files.path + "/" + file])
        #expect(outcome.status == 2)
        #expect(
          outcome.errors == "tuner: \(files.path)/\(file): the recording is damaged after 42095 "
            + "samples (MP3 frames are missing or changed)\n", "\(outcome.errors)")
      }
    }
    let end = try tuner.run(["analyze", files.path + "/end.mp3"])
    #expect(end.status == 1 && end.errors.isEmpty, "\(end.errors)")
  }

  @Test("names with control characters can't write to the terminal")
  func escapes() throws {
    let outcome = try tuner.run(["analyze", "no\u{1B}[2Jfile\n.wav"])
    #expect(outcome.status == 2)
    #expect(!outcome.errors.contains("\u{1B}"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains(#"\x1b"#))
  }
}
