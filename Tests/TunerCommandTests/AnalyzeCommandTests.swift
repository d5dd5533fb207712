// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze")
struct AnalyzeCommandTests {
  private let tuner = Program("tuner")

  private func directory(_ files: [String: Data]) throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: files)
  }

  @Test("prints the string and the cents as text")
  func text() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(111))])
    let outcome = try tuner.run(["analyze", files.path + "/take.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("string 5 (A2): +15.7"))
    #expect(outcome.output.contains("slightly sharp"))
  }

  @Test("shows the way to the nearest string without a target, and to any note on request")
  func farFromStrings() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(130.8128))])
    let path = files.path + "/take.wav"
    let strings = try tuner.run(["analyze", path])
    #expect(strings.output.contains("no string near: 2.0 semitones flat of string 4 (D3)"))
    let chromatic = try tuner.run(["analyze", "-t", "chromatic", path])
    #expect(chromatic.output.contains("C3: 0.0 ±"))
    #expect(chromatic.output.contains("in tune"))
    let frames = try tuner.run(["analyze", "--frames", path])
    #expect(frames.output.contains("C3     130.81 Hz"))
  }

  @Test("compares with any tuning, temperament, capo and locked string, in any language")
  func targets() throws {
    let files = try directory([
      "c.wav": WAVE.floats(WAVE.pluck(130.8128)), "b.wav": WAVE.floats(WAVE.pluck(246.9417)),
      "octave.wav": WAVE.floats(WAVE.pluck(220.5)),
    ])
    let (c, b) = (files.path + "/c.wav", files.path + "/b.wav")
    let says = { (arguments: [String]) in try tuner.run(["analyze"] + arguments).output }
    #expect(try says(["-t", "drop_c", c]).contains("no string near") == false)
    #expect(try says(["-t", "drop_c", c]).contains("string 4 (C3): 0.0"))
    #expect(try says(["-t", "C3 G3 D4 A4", c]).contains("string 4 (C3): 0.0"))
    #expect(try says(["--capo", "3", c]).contains("string 5 (C3): 0.0"))
    #expect(try says(["--string", "4", c]).contains("2.0 semitones flat of string 4 (D3)"))
    #expect(try says(["--notation", "german", b]).contains("string 2 (H3): 0.0"))
    #expect(try says(["--notation", "solfege", "-t", "chromatic", b]).contains("Si3: 0.0"))
    // 9/8 above A is 203.9 cents, and the equal B 200.
    #expect(try says(["--temperament", "just:A", b]).contains("string 2 (B3): -3.9"))
    #expect(try says(["--temperament", "equal:19", "-t", "chromatic", b]).contains("/19:"))
    let octave = try says([files.path + "/octave.wav"])
    #expect(octave.contains("12th-fret harmonic of string 5 (A2): +3.9 cents"))
    let header = try says([
      "-f", "ndjson", "--capo", "3", "--temperament", "just", "--tolerance", "6.5", c,
    ])
    #expect(
      header.contains(
        #""tuning":"standard","strings":"G2 C3 F3 A#3 D4 G4","temperament":"just","capo":3,"tolerance_cents":6.5,"#
      ))
  }

  @Test("a note that is its string's has the string's name, in any language")
  func spelling() throws {
    let samples = [77.7817, 233.0819].flatMap { WAVE.pluck($0) }
    let files = try directory(["take.wav": WAVE.floats(samples)])
    let take = ["analyze", "-t", "half_step_down", files.path + "/take.wav"]
    let says = { (arguments: [String]) in try tuner.run(take + arguments).output }
    for (notation, names, sharps) in [
      ("english", ["Eb2", "Bb3"], ["D#2", "A#3"]), ("german", ["Es2", "B3"], ["Dis2", "Ais3"]),
      ("solfege", ["Mib2", "Sib3"], ["Re#2", "La#3"]),
    ] {
      for frames in [[], ["--frames"]] {
        let text = try says(["--notation", notation] + frames)
        for (name, number) in zip(names, [6, 2]) {
          let string = "string \(number) (\(name))"
          let lines = text.split(separator: "\n")
          #expect(lines.contains { $0.contains(" s  \(name) ") && $0.contains(string) }, "\(text)")
        }
        // A reading without a target, such as one of an onset, has no string to name it.
        let targeted = text.split(separator: "\n").filter { $0.contains("string ") }
        for name in sharps { #expect(!targeted.contains { $0.contains(name) }, "\(text)") }
      }
    }
    // A program finds the same key under the same name in every tuning.
    #expect(try says(["-f", "csv"]).contains(",A#3,"))
  }

  @Test("the update rate is an exact decimal, and the reference pitch changes the cents")
  func settings() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(110), rate: 44100)])
    let path = files.path + "/take.wav"
    let outcome = try tuner.run([
      "analyze", "--frames", "-f", "csv", "--rate", "59.94", "--a4", "432", "-t", "chromatic", path,
    ])
    let rows = outcome.output.split(separator: "\n").dropFirst().map(String.init)
    // ⌊1.5·48000/44100 s · 59.94⌋ = 97 updates; the first after ⌊44100/59.94⌋ = 735 samples.
    #expect(rows.count == 97)
    #expect(rows[0].hasPrefix("\(735.0 / 44100),"))
  }

  @Test("reads standard input, and environment variables that a flag overrides")
  func standardInput() throws {
    let data = WAVE.floats(WAVE.pluck(110))
    let arguments = ["analyze", "--frames", "-f", "csv", "-"]
    let slow = try tuner.run(arguments, input: data, environment: ["TUNER_RATE": "10"])
    #expect(slow.output.split(separator: "\n").count == 1 + 15)
    let flagged = try tuner.run(
      arguments + ["--rate", "40"], input: data, environment: ["TUNER_RATE": "10"])
    #expect(flagged.output.split(separator: "\n").count == 1 + 60)
    let table = try tuner.run(
      ["analyze", "--print-config", "--a4", "441"], environment: ["TUNER_RATE": "10"])
    #expect(table.output.contains("a4           441          flag\n"))
    #expect(table.output.contains("rate         10           TUNER_RATE\n"))
    #expect(table.output.contains("tuning       standard     default\n"))
  }

  @Test("--hysteresis keeps a state near its limit, and 0 gives the plain limits")
  func hysteresis() throws {
    // A2 gliding from 8 to 12 cents above: in tune up to 10, and with a margin of 3 up to 13.
    let rate = 48_000.0
    var phase = 0.0
    let samples = (0..<Int(3 * rate)).map { index -> Float in
      let cents = 8 + 4 * Double(index) / (3 * rate)
      phase += 2 * .pi * 110 * exp2(cents / 1200) / rate
      return Float(0.3 * sin(phase) + 0.1 * sin(2 * phase) + 0.05 * sin(3 * phase))
    }
    let data = WAVE.floats(samples)
    let states = { (margin: String) -> Set<String> in
      let run = try tuner.run(
        ["analyze", "--frames", "-f", "csv", "--hysteresis", margin, "-"], input: data)
      return Set(
        run.output.split(separator: "\n").dropFirst(11).map {
          String($0.split(separator: ",", omittingEmptySubsequences: false)[9])
        })
    }
    #expect(try states("0") == ["inTune", "slightlySharp"])
    #expect(try states("3") == ["inTune"])
    let refused = try tuner.run(["analyze", "--hysteresis", "6", "-"], input: data)
    #expect(refused.status == 2 && refused.errors.contains("--hysteresis"))
  }

  @Test("a channel that does not exist is refused, and one that exists is analysed")
  func channels() throws {
    // Left is A2, right is G3, sample by sample.
    let (left, right) = (WAVE.pluck(110), WAVE.pluck(196))
    let files = try directory([
      "two.wav": WAVE.floats(zip(left, right).flatMap { [$0, $1] }, channels: 2)
    ])
    let path = files.path + "/two.wav"
    #expect(try tuner.run(["analyze", "--channel", "1", path]).output.contains("A2"))
    #expect(try tuner.run(["analyze", "--channel", "2", path]).output.contains("G3"))
    let third = try tuner.run(["analyze", "--channel", "3", path])
    #expect(third.status == 2)
    #expect(third.errors.contains("3"))
  }

  @Test("a pitch that is too short for a note is reported")
  func shortPitch() throws {
    // A string that sounds for 130 ms behind a quarter second of silence, damped with the last
    // sample: a clear reading or two, which do not yet agree for long enough.
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(110, seconds: 0.38))])
    let path = files.path + "/take.wav"
    let (notes, frames) = (
      try tuner.run(["analyze", path]), try tuner.run(["analyze", "--frames", path])
    )
    #expect(notes.output.contains("too short for a note"))
    #expect(notes.status == 0)
    #expect(frames.status == 0)
  }

  @Test("help goes to standard output with 0, examples included")
  func help() throws {
    let outcome = try tuner.run(["analyze", "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("EXAMPLES"))
    #expect(try tuner.run(["--version"]).output.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
  }
}
