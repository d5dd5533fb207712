// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner intonation")
struct IntonationCommandTests {
  private let tuner = Program("tuner")

  /// ρ = f_12 / (2·f_open) = 2^(5/1200); Δ = L·(ρ − 1) / (2 − ρ) = 648·0.0028923 / 0.9971077 mm.
  @Test("prints the direction and the distance to move the saddle")
  func advice() throws {
    let sharp = try tuner.run(["intonation", "110", "220.63630"])
    #expect(sharp.status == 0)
    #expect(
      sharp.output == """
        At the twelfth fret the string is 5.0 cents sharp of its octave.
        Move the saddle 1.9 mm away from the neck, which makes the string longer (for a scale of 648 mm).
        Then tune the open string again, and measure again.

        """)
    let flat = try tuner.run(["intonation", "110", "219.3646", "--scale-length", "628"])
    #expect(flat.output.contains("5.0 cents flat"))
    #expect(flat.output.contains("1.8 mm towards the neck, which makes the string shorter"))
    let fine = try tuner.run(["intonation", "110", "220.1"])
    #expect(fine.output.contains("within 2 cents: leave the saddle"))
    #expect(
      try tuner.run(["intonation", "110", "220.1", "--tolerance", "0.5"]).output.contains("Move"))
  }

  @Test("reads recordings, reports the uncertainty, and prints JSON")
  func recordings() throws {
    let files = try TemporaryDirectory(holding: [
      "open.wav": WAVE.floats(WAVE.pluck(110)), "fret.wav": WAVE.floats(WAVE.pluck(220.6363)),
      "silence.wav": WAVE.floats([Float](repeating: 0, count: 48000)),
    ])
    let place = { files.path + "/" + $0 + ".wav" }
    let text = try tuner.run(["intonation", place("open"), place("fret")])
    #expect(text.output.contains("5.0 ± 0.1 cents sharp"))
    let json = try tuner.run(["intonation", place("open"), place("fret"), "-f", "json"])
    let object = try IndependentReader.object("json", Data(json.output.utf8))
    #expect(object["advice"] as? String == "back")
    let cents = try #require(object["deviation_cents"] as? Double)
    let shift = try #require(object["saddle_shift_mm"] as? Double)
    #expect(abs(cents - 5) < 0.1)
    #expect(abs(shift - 1.8796) < 0.04)
    let typed = try tuner.run(["intonation", "110", "220", "-f", "json"])
    let exact = try IndependentReader.object("json", Data(typed.output.utf8))
    #expect(exact["sigma_cents"] is NSNull)
    let silence = try tuner.run(["intonation", place("open"), place("silence")])
    #expect(silence.status == 2)
    #expect(silence.errors.contains("silence.wav: no note was heard"))
  }

  @Test("does not read the settings of strings, of A4 and of temperaments")
  func targetSettings() throws {
    let files = try TemporaryDirectory(holding: [
      "open.wav": WAVE.floats(WAVE.pluck(110)), "fret.wav": WAVE.floats(WAVE.pluck(220.6363)),
    ])
    let words = ["intonation", files.path + "/open.wav", files.path + "/fret.wav"]
    let plain = try tuner.run(words)
    #expect(plain.status == 0)
    for (name, value) in [
      ("TUNER_TUNING", "no such tuning"), ("TUNER_OFFSETS", "6=-2"), ("TUNER_STRING", "6"),
      ("TUNER_STRETCH", "6=0.0001"), ("TUNER_CAPO", "2"), ("TUNER_A4", "auto"),
      ("TUNER_TEMPERAMENT", "missing.scl"), ("TUNER_KEYBOARD_MAP", "missing.kbm"),
    ] {
      let outcome = try tuner.run(words, environment: [name: value])
      #expect(outcome.status == 0, "\(name): \(outcome.errors)")
      #expect(outcome.output == plain.output, "\(name)")
    }
    // A setting of the analysis counts.
    #expect(try tuner.run(words, environment: ["TUNER_RATE": "no rate"]).status == 2)
  }

  @Test(
    "refuses notes that are not an octave apart, impossible frequencies and missing files",
    arguments: [
      (["110", "196"], "not 12"), (["220", "110"], "not 12"), (["0", "110"], "10 to 20000"),
      (["nan", "110"], "10 to 20000"), (["110", "--", "-220"], "10 to 20000"),
      (["no.wav", "220"], "no.wav"), (["0x6e", "220"], "0x6e: no such file"),
      (["110", "220", "--scale-length", "1"], "--scale-length"),
      (["110", "220", "--tolerance", "30"], "--tolerance"), (["110"], "fret12"),
      (["-", "-"], "once"), (["", "110"], "empty"),
      (["110", "220", "--channel", "1"], "leave it out"),
      (["110", "fret.wav", "--channel", "0"], "count from 1"),
    ])
  func refusals(row: (arguments: [String], complaint: String)) throws {
    let outcome = try tuner.run(["intonation"] + row.arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(row.complaint), "\(outcome.errors)")
  }
}
