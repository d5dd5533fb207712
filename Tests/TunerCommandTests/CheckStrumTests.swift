// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import ProgramRunning
import TestSignals
import Testing

@Suite("tuner check --strum")
struct CheckStrumTests {
  private let tuner = Program("tuner")
  private static let rate = SampleRate(48_000)

  /// A stroke over the open strings with D3 off by some cents.
  private func stroke(_ cents: Double) -> Data {
    var draw = StrumDraw.guitar
    draw.missing = 0
    draw.level = 3
    draw.detuning = 2
    draw.signalToNoise = 60
    var strum = draw.strum(seed: 31)
    let string = strum.voices[2].pluck.string
    let first = strum.voices[2].target.raised(by: Cents(cents))
    strum.voices[2].pluck.string.fundamental = Hertz(
      first.value / (1 + string.inharmonicity).squareRoot())
    // One string is missed: it was not played, so it is not out.
    strum.voices[5].isPlayed = false
    return WAVE.floats(strum.signal(at: Self.rate, lasting: 1.6).render(at: Self.rate))
  }

  private func files() throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: [
      "good.wav": stroke(1), "flat.wav": stroke(-14),
      "silence.wav": WAVE.floats([Float](repeating: 0, count: 48_000)),
    ])
  }

  @Test("ends with 0 when all sounding strings are in tune, and with 1 when one is out")
  func verdicts() throws {
    let files = try files()
    let good = try tuner.run(["check", "--strum", "--tolerance", "5", files.path + "/good.wav"])
    #expect(good.status == 0, "\(good.output)")
    #expect(good.output.contains("good.wav: stroke 1, string 4 (D3) +1."))
    #expect(good.output.contains("string 1 (E4) not heard"))
    #expect(good.output.hasSuffix("5 of 5 in tune\n"))
    let flat = try tuner.run(["check", "--strum", files.path + "/flat.wav"])
    #expect(flat.status == 1)
    #expect(flat.output.contains("string 4 (D3) -14."))
    #expect(flat.output.contains("OUT, flat"))
    #expect(flat.output.hasSuffix("4 of 5 in tune\n"))
    let wide = try tuner.run(["check", "--strum", "--tolerance", "16", files.path + "/flat.wav"])
    #expect(wide.status == 0)
  }

  @Test("the exit status is the verdict also if the reader of the output has closed the pipe")
  func closedPipe() throws {
    let files = try files()
    for format in ["text", "csv", "ndjson"] {
      for (name, status) in [("good", 0), ("flat", 1), ("none", 2)] as [(String, Int32)] {
        let outcome = try tuner.run(
          ["check", "--strum", "-f", format, "\(files.path)/\(name).wav"], reader: .gone)
        #expect(outcome.status == status, "\(name), \(format)")
      }
    }
  }

  @Test("a directory is checked, and a recording without a stroke counts as out of tune")
  func batch() throws {
    let files = try files()
    let outcome = try tuner.run(["check", "--strum", "--recursive", "-f", "csv", files.path])
    #expect(outcome.status == 1)
    let rows = try IndependentReader.rows("csv", Data(outcome.output.utf8))
    let keys = [
      "file", "verdict", "stroke", "start_s", "string", "note", "target_hz", "frequency_hz",
      "cents", "sigma_cents", "tolerance_cents",
    ]
    #expect(outcome.output.hasPrefix(keys.joined(separator: ",") + "\n"))
    #expect(rows.count == 13)
    let verdicts = rows.compactMap { $0["verdict"] as? String }
    #expect(verdicts.count { $0 == "inTune" } == 9)
    #expect(verdicts.count { $0 == "out" } == 1)
    #expect(verdicts.count { $0 == "silent" } == 2)
    #expect(verdicts.last == "noStroke")
    let lines = try tuner.run(["check", "--strum", "-f", "ndjson", files.path + "/good.wav"])
    #expect(lines.output.hasPrefix(#"{"schema":"tuner.check-strum/1","#))
    #expect(try IndependentReader.rows("ndjson", Data(lines.output.utf8)).count == 7)
    let silent = try tuner.run(["check", "--strum", "-f", "ndjson", "--recursive", files.path])
    let records = try IndependentReader.rows("ndjson", Data(silent.output.utf8))
    #expect(records.last?["verdict"] as? String == "noStroke")
  }

  @Test("settings that do not apply to strokes are refused")
  func refusals() throws {
    let files = try files()
    for options in [["-t", "chromatic"], ["--detector", "yin"], ["--string", "2"]] {
      let outcome = try tuner.run(["check", "--strum"] + options + [files.path + "/good.wav"])
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
    }
  }
}
