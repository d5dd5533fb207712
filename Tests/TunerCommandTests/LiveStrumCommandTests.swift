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

  @Test("a reader that was too slow finds the number of missing updates in the records")
  func slowReader() throws {
    let stroke = Self.samples(seed: 11)
    let files = try TemporaryDirectory(holding: [
      "strokes.wav": WAVE.floats((0..<6).flatMap { _ in stroke })
    ])
    let running = try tuner.start([
      "live", "--strum", "--rate", "60", "-f", "ndjson", "--no-report", "--input",
      files.path + "/strokes.wav",
    ])
    // The pipe and the queue fill up while nobody reads.
    try running.waitForErrors(containing: "too slow")
    let outcome = try running.finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rows = try IndependentReader.rows("ndjson", Data(outcome.output.utf8)).dropFirst()
    let missing = Dictionary(grouping: rows) { $0["time_s"] as? Double ?? 0 }
      .compactMapValues { $0.first?["missing_updates"] as? Int }
    #expect(!missing.isEmpty)
    // Update k is due after k/60 s, and each update has six records.
    let updates = Set(rows.compactMap { $0["time_s"] as? Double }.map { Int((60 * $0).rounded()) })
    let last = try #require(updates.max())
    #expect(missing.values.reduce(0, +) == last - updates.count)
    #expect(rows.count == 6 * updates.count)
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

  @Test("a line begins with the note as it is written, because a capital would name another one")
  func octaves() throws {
    let files = try TemporaryDirectory(
      holding: ["stroke.wav": TremoloCommandTests.recording([[0, 0, -20, 0, 0, 0]])])
    let outcome = try tuner.run([
      "live", "--strum", "-f", "text", "-q", "--no-report", "--octaves", "helmholtz", "--input",
      files.path + "/stroke.wav",
    ])
    #expect(outcome.output.hasPrefix("d is "), "\(outcome.output)")
  }

  @Test("refuses a language for an output in English, and names the option that has one")
  func language() throws {
    for format in ["text", "ndjson"] {
      let outcome = try tuner.run([
        "live", "--strum", "-f", format, "--language", "es", "--input", "none.wav",
      ])
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.errors.contains("use --screen-reader"), "\(outcome.errors)")
    }
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

  /// A recording of strokes over six strings with deviations in cents; `nil` for a string that is
  /// missed.
  fileprivate static func recording(_ strokes: [[Double?]]) -> Data {
    var plucks: [Pluck] = []
    let notes = [40, 45, 50, 55, 59, 64].map(TestNote.init)
    for (number, cents) in strokes.enumerated() {
      let start = TestSignal.quiet + 2.2 * Double(number)
      for (index, note) in notes.enumerated() {
        guard let deviation = cents[index] else { continue }
        var draw = StrumDraw(notes: [note])
        (draw.missing, draw.detuning, draw.level) = (0, 0, 0)
        var pluck = draw.strum(seed: UInt64(index)).voices[0].pluck
        pluck.string.fundamental = pluck.string.fundamental.raised(by: Cents(deviation))
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

  /// The deviations of a guitar before and after each of three turns.
  private static func turns(of guitar: inout TremoloGuitar) -> [[Double]] {
    guitar.detune(to: [-20, -25, -18, -22, -20, -24])
    var strokes = [guitar.cents]
    for string in [0, 2, 5] {
      guitar.turn(string, to: 0)
      strokes.append(guitar.cents)
    }
    return strokes
  }

  /// Returns the document of `tuner tremolo` on a recording, which the reader validates with the
  /// schema, and its members.
  private func document(on path: String) throws -> (json: String, members: [String: Any]) {
    let json = try tuner.run(["tremolo", "-f", "json", path]).output
    return (json, try IndependentReader.object("json", Data(json.utf8)))
  }

  @Test("tells the couplings of a bridge, and the readings in their order")
  func advises() throws {
    var guitar = TremoloGuitar(seed: 3)
    let strokes = Self.turns(of: &guitar)
    let files = try TemporaryDirectory(holding: ["turns.wav": Self.recording(strokes)])
    let path = files.path + "/turns.wav"
    let text = try tuner.run(["tremolo", path])
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.contains("4 strokes, 3 turns of a peg"))
    #expect(
      text.output.contains(
        "Tune in this order, each string to the reading given, because later turns move it:\n"))
    // No turn follows the last one, and not every string is turned: they end within the window.
    let last = try #require(text.output.split(separator: "\n").last)
    let sentence = /The strings then end at (E2 .*, E4 .*) cents from their targets\./
    let list = try #require(try sentence.wholeMatch(in: last), "\(text.output)").1
    let ends = try list.split(separator: ", ").map { end in
      let figures = try #require(try /.. (.+) ± ([0-9.]+)/.wholeMatch(in: end), "\(end)")
      return (cents: Double(figures.1.replacing("−", with: "-")) ?? .nan, sigma: Double(figures.2))
    }
    #expect(ends.count == 6 && ends.allSatisfy { abs($0.cents) <= 10 }, "\(last)")
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
    let (json, document) = try self.document(on: path)
    #expect((document["steps"] as? [Any])?.isEmpty == false)
    #expect(document["evidence"] as? String == "significant")
    let remaining = try #require(document["remaining_cents"] as? Double)
    let sigma = try #require(document["remaining_sigma_cents"] as? Double)
    #expect(abs(remaining - (ends.map { abs($0.cents) }.max() ?? .nan)) <= 0.05)
    #expect(abs(sigma - (ends.compactMap(\.sigma).max() ?? .nan)) <= 0.05)
    let advice = try JSONDecoder().decode(Advice.self, from: Data(json.utf8))
    #expect(advice.schema == "tuner.tremolo/1" && advice.turns == 3)
    #expect(advice.strings == [6, 5, 4, 3, 2, 1])
    for (string, turned) in [(3, 0), (1, 2), (0, 5)] {
      let told = advice.couplings[string][turned]
      #expect(abs(told.coupling - guitar.coupling(of: string, to: turned)) < 0.05)
      #expect(told.sigma > 0 && told.sigma < 0.05)
    }
  }

  @Test("with the document of earlier strokes, the advice begins at the first stroke")
  func earlier() throws {
    var guitar = TremoloGuitar(seed: 3)
    let strokes = Self.turns(of: &guitar)
    guitar.detune(to: [-22, -18, -24, -20, -21, -19])
    let files = try TemporaryDirectory(holding: [
      "turns.wav": Self.recording(strokes), "today.wav": Self.recording([guitar.cents]),
      "quiet.wav": Self.recording([Array(repeating: nil, count: 6)]),
    ])
    let (turns, today) = (files.path + "/turns.wav", files.path + "/today.wav")
    let document = files.path + "/guitar.json"
    let first = try tuner.run(["tremolo", "-f", "json", turns])
    try Data(first.output.utf8).write(to: URL(fileURLWithPath: document))

    let text = try tuner.run(["tremolo", "--couplings", document, today])
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.hasPrefix("1 stroke, 3 turns of a peg, 3 of them earlier\n"))
    #expect(text.output.contains("Tune in this order"))

    let second = try tuner.run(["tremolo", "-f", "json", "--couplings", document, today])
    // The reader validates with the schema.
    let both = try IndependentReader.object("json", Data(second.output.utf8))
    let series = try #require(both["series"] as? [[Any]])
    #expect(series.map(\.count) == [4, 1])
    #expect(both["strokes"] as? Int == 1 && both["turns"] as? Int == 3)
    let alone = try IndependentReader.object("json", Data(first.output.utf8))
    #expect(both["couplings"] as? NSArray == alone["couplings"] as? NSArray)

    let live = try tuner.run([
      "live", "--strum", "-f", "text", "-q", "--input", today, "--couplings", document,
    ])
    #expect(live.status == 0, "\(live.errors)")
    #expect(live.output.contains(" Next, tune "), "\(live.output)")
    let spoken = try tuner.run([
      "live", "--strum", "--screen-reader", "--no-report", "--input", today, "--couplings",
      document,
    ])
    #expect(spoken.output.contains("ext, tune "), "\(spoken.output)")

    let quiet = try tuner.run(["tremolo", "--couplings", document, files.path + "/quiet.wav"])
    #expect(quiet.status == 2 && quiet.output == "")
    #expect(
      quiet.errors.contains("With the turns of --couplings, one stroke of all open strings is"),
      "\(quiet.errors)")
  }

  @Test("the turns of one peg have no plan, as in live, and ask for another peg")
  func onePeg() throws {
    let strokes: [[Double?]] = [[-40, -35, -42, -30, -38, -45], [-43, -15, -45, -33, -41, -48]]
    let files = try TemporaryDirectory(holding: ["one.wav": Self.recording(strokes)])
    let path = files.path + "/one.wav"
    let text = try tuner.run(["tremolo", path])
    #expect(
      text.output.hasSuffix(
        "\nThe turns of one peg do not show how all strings move one another. Turn another peg, and "
          + "stroke all strings again.\n"), "\(text.output)")
    let document = try document(on: path).members
    #expect(document["evidence"] as? String == "unknown" && document["turns"] as? Int == 1)
    #expect((document["steps"] as? [Any])?.isEmpty == true)
    #expect(document["remaining_sigma_cents"] is NSNull)
    #expect(abs(try #require(document["remaining_cents"] as? Double) - 48) < 2)
    let live = try tuner.run(["live", "--strum", "-f", "text", "-q", "--input", path])
    #expect(live.status == 0 && !live.output.contains("Next, tune"), "\(live.output)")
  }

  @Test(
    "a plan names the strings that the last stroke did not measure, and promises nothing of them")
  func unmeasured() throws {
    var guitar = TremoloGuitar(seed: 3)
    var strokes: [[Double?]] = Self.turns(of: &guitar)
    strokes[3][1] = nil
    let tuned: [Double?] = [0, nil, 0, 0, 0, nil]
    let files = try TemporaryDirectory(holding: [
      "turns.wav": Self.recording(strokes), "tuned.wav": Self.recording([tuned]),
    ])
    let turns = files.path + "/turns.wav"
    let text = try tuner.run(["tremolo", turns])
    #expect(
      text.output.hasSuffix(
        "\nA2 was not measured in the last stroke: the plan leaves it out, and the turns move it. "
          + "Stroke all strings again.\n"), "\(text.output)")
    let (json, document) = try self.document(on: turns)
    #expect(document["unmeasured"] as? [Int] == [5])

    let couplings = files.path + "/guitar.json"
    try Data(json.utf8).write(to: URL(fileURLWithPath: couplings))
    let done = try tuner.run(["tremolo", "--couplings", couplings, files.path + "/tuned.wav"])
    #expect(
      done.output.hasSuffix(
        "Every string that was heard is within 10 cents: leave the pegs.\n"
          + "A2 and E4 were not measured in the last stroke. Stroke all strings again.\n"),
      "\(done.output)")
  }

  @Test("a far step has its caution in the plan of recordings, and live for the same strokes")
  func cautions() throws {
    var guitar = TremoloGuitar(seed: 3)
    guitar.detune(to: [-60, -70, -65, -60, -75, -70])
    var strokes = [guitar.cents]
    for string in [0, 2] {
      guitar.turn(string, to: guitar.cents[string] + 30)
      strokes.append(guitar.cents)
    }
    let files = try TemporaryDirectory(holding: ["far.wav": Self.recording(strokes)])
    let path = files.path + "/far.wav"
    let caution =
      "A step is larger than 60 cents. Before you turn a peg that far, add a turn of each other peg: "
      + "the couplings may be wrong."
    let plan = try tuner.run(["tremolo", path])
    #expect(plan.output.hasSuffix("\n\(caution)\n"), "\(plan.output)")
    let live = try tuner.run(["live", "--strum", "-f", "text", "-q", "--input", path])
    let line = try #require(
      live.output.split(separator: "\n").first { $0.contains(" Next, tune ") })
    #expect(line.hasSuffix(". \(caution)"), "\(live.output)")
    let spoken = try tuner.run([
      "live", "--strum", "--screen-reader", "--language", "de", "--no-report", "--input", path,
    ])
    #expect(spoken.output.contains("ein Schritt ist größer als 60 Cent"), "\(spoken.output)")
  }

  @Test("a document of couplings that can't be used is refused, with the reason")
  func unusable() throws {
    let files = try TemporaryDirectory(holding: [
      "one.wav": Self.recording([[0, 0, 0, 0, 0, 0]]), "other.json": Data("{}".utf8),
      "drop.json": Data(
        """
        {"schema":"tuner.tremolo/1","targets_hz":[73.42,110,146.83,196,246.94,329.63],"series":[]}
        """.utf8),
      "capo.json": Data(
        """
        {"schema":"tuner.tremolo/1","targets_hz":[92.5,123.47,164.81,220,277.18,369.99],"series":[]}
        """.utf8),
      "short.json": Data(
        """
        {"schema":"tuner.tremolo/1","targets_hz":[82.41,110],"series":[[[null]]]}
        """.utf8),
    ])
    for (name, reason) in [
      ("absent.json", "there is no such file"), ("other.json", "not a document of tuner tremolo"),
      ("short.json", "not a document of tuner tremolo"), ("drop.json", "of another tuning"),
      ("capo.json", "is of strings 2 semitones higher. Give its --capo"),
    ] {
      let couplings = ["--couplings", "\(files.path)/\(name)"]
      for command in [["tremolo"], ["live", "--strum", "-f", "text", "--input"]] {
        let outcome = try tuner.run(command + ["\(files.path)/one.wav"] + couplings)
        #expect(outcome.status == 2 && outcome.output == "")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      }
    }
    let drop = ["--couplings", files.path + "/drop.json"]
    for (flags, remedy) in [
      (["-f", "text"], "add --strum"), (["--strum", "-f", "ndjson", "-t", "drop_d"], "leave out"),
    ] {
      let outcome = try tuner.run(["live", "--input", "none.wav"] + flags + drop)
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.errors.contains(remedy), "\(outcome.errors)")
    }
    // Strokes without a turn determine no coupling, earlier ones or not.
    let none = try tuner.run(["tremolo", "-t", "drop_d"] + drop + [files.path + "/one.wav"])
    #expect(none.status == 2 && none.errors.contains("turn one peg"))
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
