// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner live")
struct LiveCommandTests {
  private let tuner = Program("tuner")

  private static func lines(_ text: String) -> [Substring] { text.split(separator: "\n") }

  @Test(
    "prints for a recording at real-time pace the same bytes as analyze",
    arguments: [
      [], ["--rate", "60"], ["--rate", "12.5", "--detector", "yin"], ["--pitch", "period"],
      ["-t", "dadgad", "--a4", "432", "--detector", "spectral"],
    ])
  func identical(flags: [String]) throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 0.8))
    ])
    let path = files.path + "/take.wav"
    let live = try tuner.run(["live", "--input", path] + flags)
    let analyzed = try tuner.run(["analyze", "--frames", "-f", "ndjson", path] + flags)
    #expect(live.status == 0, "\(live.errors)")
    #expect(live.output == analyzed.output)
    #expect(Self.lines(live.output).count >= 10)
    #expect(live.output.contains("\"A\""))
  }

  @Test("prints the same as analyze for samples that are not numbers, and at another rate")
  func identicalGarbage() throws {
    var samples = WAVE.pluck(196, rate: 44100, seconds: 0.6)
    for index in stride(from: 9000, to: 12_000, by: 500) { samples[index] = .nan }
    samples[20_000] = .infinity
    let files = try TemporaryDirectory(holding: ["bad.wav": WAVE.floats(samples, rate: 44100)])
    let path = files.path + "/bad.wav"
    let live = try tuner.run(["live", "--input", path, "--rate", "60"])
    let analyzed = try tuner.run(["analyze", "--frames", "-f", "ndjson", "--rate", "60", path])
    #expect(live.output == analyzed.output)
    let remark = "7 samples are not a number or out of all scale; taken as silence"
    #expect(live.errors.contains("tuner: \(remark)\n") && analyzed.errors.contains(remark))
  }

  @Test("prints a line for each change as text")
  func text() throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 0.8))
    ])
    let outcome = try tuner.run([
      "live", "--input", files.path + "/take.wav", "-f", "text", "--rate", "60", "-q",
    ])
    let lines = Self.lines(outcome.output)
    #expect(outcome.errors == "")
    #expect((2...20).contains(lines.count), "\(outcome.output)")
    #expect(lines.contains { $0.contains("string 5 (A2)") })
    #expect(lines.first?.hasSuffix("-") == true)
  }

  /// Requires a text in the output of `tuner live` for a pluck.
  private func expect(_ text: String, of hertz: Double, flags: [String]) throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(hertz, seconds: 1.2))
    ])
    let outcome = try tuner.run(
      ["live", "--input", files.path + "/take.wav"] + flags, environment: ["LC_ALL": "C.UTF-8"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(text), "\(outcome.output)")
  }

  @Test(
    "the display keeps the tuning, the capo, the offsets and the octaves of the command line",
    arguments: [
      (["-t", "bass_standard"], 41.203, "E1, in tune"), (["--capo", "2"], 92.499, "F#2, in tune"),
      (["--offsets", "6=-20"], 82.407, "E2, 20 cents sharp"),
      (["--octaves", "helmholtz"], 329.628, "e', in tune"),
    ])
  func choices(flags: [String], hertz: Double, line: String) throws {
    try expect(line, of: hertz, flags: ["--screen-reader", "--no-report"] + flags)
  }

  @Test(
    "a locked string that is more than a semitone off is that far off",
    arguments: [
      (["-f", "text"], "2.0 semitones flat of string 6 (E2)"),
      (["--screen-reader", "--no-report"], "E2: 2.0 semitones flat"),
    ])
  func farOff(flags: [String], line: String) throws {
    try expect(line, of: 73.416, flags: ["--string", "6"] + flags)
  }

  @Test("stops after the requested duration")
  func seconds() throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 30))
    ])
    let outcome = try tuner.run([
      "live", "--input", files.path + "/take.wav", "--seconds", "0.5", "--rate", "20",
    ])
    #expect(outcome.status == 0)
    #expect(Self.lines(outcome.output).count == 11)
    #expect(Self.lines(outcome.output).last?.hasPrefix("{\"time_s\":0.5,") == true)
  }

  @Test("ends with 130 when it is interrupted", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(number: Int32) throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 60))
    ])
    let running = try tuner.start(["live", "--input", files.path + "/take.wav"])
    // The program prints its first line when it listens; from then on it handles signals.
    running.waitForOutput()
    kill(running.identifier, number)
    let outcome = try running.finish()
    #expect(outcome.status == 130)
    #expect(!outcome.errors.contains("rror"))
  }

  @Test("ends with 0 and no message when the output is closed")
  func closedPipe() throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 60))
    ])
    let outcome = try tuner.run(
      ["live", "--input", files.path + "/take.wav", "-q"], reader: .gone)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test("captures the samples of ALSA's file device")
  func fileDevice() throws {
    let samples = WAVE.pluck(110, seconds: 2)
    let raw = samples.withUnsafeBytes { Data($0) }
    let files = try TemporaryDirectory(holding: ["in.raw": raw])
    let configuration = try ALSAConfiguration(
      """
      pcm.replay {
        type file slave.pcm { type null } file "/dev/null" infile "\(files.path)/in.raw" format raw
      }
      """)
    // The source is as fast as the reader, so a sample that the analysis misses is a gap and not an
    // error.
    let outcome = try tuner.run(
      ["live", "-d", "replay", "--seconds", "1", "-v"],
      environment: configuration.environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(Self.lines(outcome.output).count == 21)
    #expect(outcome.errors.contains("listening to \"replay\" at 48000 Hz, FLOAT_LE"))
  }

  @Test("refuses an unusable source, and names the remedy")
  func refusals() throws {
    let files = try TemporaryDirectory(holding: ["junk.wav": Data("junk".utf8)])
    let rows: [(arguments: [String], status: Int32, complaint: String)] = [
      (["-d", "no such device"], 3, "device \"no such device\" is not there. Plug it in"),
      (["--input", files.path + "/junk.wav"], 2, "not an audio file"),
      (["--input", files.path + "/none.wav"], 2, "no such file"),
      (["--input", files.path + "/junk.wav", "-d", "null"], 2, "leave out the options"),
      (["--rate", "61"], 2, "10 to 60"), (["--rate", "0"], 2, "10 to 60"),
      (["--rate", "9.9"], 2, "10 to 60"),
      (["--channel", "0"], 2, "1 to 256"), (["--sample-rate", "7999"], 2, "8000 to 192000"),
      (["--sample-rate", "-1"], 2, "sample-rate"), (["--seconds", "0"], 2, "above 0"),
      (["--seconds", "2e9"], 2, "at most 1000000000"),
      (["--input", files.path + "/junk.wav", "--channel", "0"], 2, "count from 1"),
      (["--seconds", "nan"], 2, "above 0"), (["-d", ""], 2, "empty"),
      (["-q", "-v"], 2, "-q or -v, not both"),
      (["--screen-reader", "-f", "ndjson"], 2, "leave out --screen-reader or --format ndjson"),
      (["--screen-reader", "-f", "text"], 2, "leave out --screen-reader or --format text"),
      (["--reconnect", "-1"], 2, "reconnect"), (["-d", "null", "--channel", "257"], 2, "1 to 256"),
    ]
    for row in rows {
      let outcome = try tuner.run(["live"] + row.arguments)
      #expect(outcome.status == row.status, "\(row.arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(row.complaint), "\(row.arguments): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count <= 2)
    }
  }
}
