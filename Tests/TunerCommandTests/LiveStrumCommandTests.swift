// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import ProgramRunning
import TestSignals
import Testing

@Suite("tuner live --strum")
struct LiveStrumCommandTests {
  private let tuner = Program("tuner")

  /// A stroke over the given strings, each with its deviation.
  private static func samples(seed: UInt64, seconds: Double = 1.6) -> [Float] {
    var draw = StrumDraw.guitar
    draw.missing = 0
    return draw.strum(seed: seed).signal(at: SampleRate(48_000), lasting: seconds)
      .render(at: SampleRate(48_000))
  }

  @Test(
    "prints of a recording at its own pace what analyze prints of it, byte for byte",
    arguments: [[], ["--rate", "30"], ["-t", "drop_d", "--a4", "442", "--capo", "1"]])
  func identical(flags: [String]) throws {
    let files = try TemporaryDirectory(holding: [
      "stroke.wav": WAVE.floats(Self.samples(seed: 11))
    ])
    let path = files.path + "/stroke.wav"
    let live = try tuner.run(["live", "--strum", "-f", "ndjson", "--input", path] + flags)
    let analyzed = try tuner.run(["analyze", "--strum", "--frames", "-f", "ndjson", path] + flags)
    #expect(live.status == 0, "\(live.errors)")
    #expect(live.output == analyzed.output)
    #expect(live.output.contains("\"tuner.strum-frames/1\""))
    #expect(live.output.split(separator: "\n").count > 100)
  }

  @Test("prints a line for each stroke, as analyze has it in its table")
  func text() throws {
    let samples = Self.samples(seed: 11) + Self.samples(seed: 12)
    let files = try TemporaryDirectory(holding: ["strokes.wav": WAVE.floats(samples)])
    let path = files.path + "/strokes.wav"
    let outcome = try tuner.run(["live", "--strum", "-f", "text", "-q", "--input", path])
    #expect(outcome.status == 0 && outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2, "\(outcome.output)")
    #expect(lines.allSatisfy { $0.contains("cents") && $0.hasSuffix(".") })
  }

  @Test(
    "speaks each stroke although no key can come, because standard input is empty",
    arguments: [(["--strum"], " cents "), ([], "Pluck a string")])
  func spoken(flags: [String], line: String) throws {
    let files = try TemporaryDirectory(holding: [
      "stroke.wav": WAVE.floats(Self.samples(seed: 11))
    ])
    let outcome = try tuner.run(
      ["live", "--screen-reader", "--no-report", "--input", files.path + "/stroke.wav"] + flags,
      environment: ["LC_ALL": "C.UTF-8"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(line), "\(outcome.output)")
  }

  @Test(
    "refuses what only one string has, with a remedy",
    arguments: [["-t", "chromatic"], ["--string", "3"], ["--detector", "yin"]])
  func refuses(flags: [String]) throws {
    let outcome = try tuner.run(["live", "--strum", "--input", "none.wav"] + flags)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("strum"))
  }
}

@Suite("tuner tremolo")
struct TremoloCommandTests {
  private let tuner = Program("tuner")

  /// A recording of strokes over six strings with deviations in cents.
  private static func recording(_ strokes: [[Double]]) -> Data {
    var plucks: [Pluck] = []
    let notes = [40, 45, 50, 55, 59, 64].map(TestNote.init)
    for (number, cents) in strokes.enumerated() {
      let start = TestSignal.quiet + 2.2 * Double(number)
      for (index, note) in notes.enumerated() {
        var draw = StrumDraw(notes: [note])
        (draw.missing, draw.detuning, draw.level) = (0, 0, 0)
        var pluck = draw.strum(seed: UInt64(index)).voices[0].pluck
        pluck.string.fundamental = pluck.string.fundamental.raised(by: Cents(cents[index]))
        plucks.append(
          Pluck(
            string: pluck.string, onset: start + 0.01 * Double(index), stop: start + 2.1))
      }
    }
    let signal = TestSignal(
      plucks: plucks, noise: Noise(colour: .white, power: 1e-7, seed: 1),
      duration: TestSignal.quiet + 2.2 * Double(strokes.count))
    return WAVE.floats(signal.render(at: SampleRate(48_000)))
  }

  @Test("tells the couplings of a bridge, and the readings in their order")
  func advises() throws {
    var guitar = TremoloGuitar(seed: 3)
    guitar.detune(to: [-20, -25, -18, -22, -20, -24])
    var strokes = [guitar.cents]
    for string in [0, 2, 5] {
      guitar.turn(string, to: 0)
      strokes.append(guitar.cents)
    }
    let files = try TemporaryDirectory(holding: ["turns.wav": Self.recording(strokes)])
    let path = files.path + "/turns.wav"
    let text = try tuner.run(["tremolo", path])
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.contains("4 strokes, 3 turns of a peg"))
    #expect(text.output.contains("Tune in this order"))
    struct Advice: Decodable {
      struct Coupling: Decodable {
        var coupling: Double
        var sigma: Double
      }
      var schema: String
      var turns: Int
      var strings: [Int]
      var couplings: [[Coupling]]
    }
    let json = try tuner.run(["tremolo", "-f", "json", path])
    // The reader validates with the schema.
    let document = try IndependentReader.object("json", Data(json.output.utf8))
    #expect((document["steps"] as? [Any])?.isEmpty == false)
    let advice = try JSONDecoder().decode(Advice.self, from: Data(json.output.utf8))
    #expect(advice.schema == "tuner.tremolo/1" && advice.turns == 3)
    #expect(advice.strings == [6, 5, 4, 3, 2, 1])
    for (string, turned) in [(3, 0), (1, 2), (0, 5)] {
      let told = advice.couplings[string][turned]
      #expect(abs(told.coupling - guitar.coupling(of: string, to: turned)) < 0.05)
      #expect(told.sigma > 0 && told.sigma < 0.05)
    }
  }

  @Test("says what is missing where nothing was turned")
  func refuses() throws {
    let files = try TemporaryDirectory(holding: [
      "one.wav": Self.recording([[0, 0, 0, 0, 0, 0]])
    ])
    let outcome = try tuner.run(["tremolo", files.path + "/one.wav"])
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.contains("turn one peg"))
    #expect(try tuner.run(["tremolo"]).status == 2)
    #expect(try tuner.run(["tremolo", "absent.wav"]).status == 2)
  }
}
