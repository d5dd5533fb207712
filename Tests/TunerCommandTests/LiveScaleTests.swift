// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import ProgramRunning
import TestSignals
import Testing

@Suite("tuner live: scales of Scala files")
struct LiveScaleTests {
  private let tuner = Program("tuner")
  /// Twelve steps of 100 cents, except that E is 30 cents above its step; the first note is C.
  private static let scale = """
    ! e.scl
    E raised by 30 cents
     12
     100.
     200.
     300.
     430.
     500.
     600.
     700.
     800.
     900.
     1000.
     1100.
     2/1

    """
  /// E2 of twelve equal steps below A4 at 440 Hz.
  private static let hertz = 440 * exp2(-29.0 / 12)

  private func spoken(
    _ samples: [Float], _ flags: [String], settings: String? = nil
  ) throws -> String {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(samples), "e.scl": Data(Self.scale.utf8),
    ])
    let scale = files.path + "/e.scl"
    var words = ["live", "--screen-reader", "--no-report", "--input", files.path + "/take.wav"]
    if let settings {
      let text = settings.replacing("FILE", with: scale)
      try files.write(Data(text.utf8), to: "tuner/settings.json")
    } else {
      words += ["--temperament", scale]
    }
    let outcome = try tuner.run(
      words + flags,
      environment: ["LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": files.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test("one string is compared with the scale")
  func oneString() throws {
    let raised = WAVE.pluck(Self.hertz * exp2(30.0 / 1200), seconds: 1.2)
    #expect(try spoken(raised, []).contains("E2, in tune"))
    #expect(try spoken(WAVE.pluck(Self.hertz, seconds: 1.2), []).contains("E2, 30 cents flat"))
  }

  @Test("every string of a stroke is compared with the scale, which the settings file may name")
  func strum() throws {
    let rate = SampleRate(48_000)
    var draw = StrumDraw.guitar
    draw.missing = 0
    draw.detuning = 0
    let samples = draw.strum(seed: 11).signal(at: rate, lasting: 1.6).render(at: rate)
    for settings in [nil, #"{"temperament": "FILE"}"#] {
      let text = try spoken(samples, ["--strum"], settings: settings)
      // The strings are in tune by twelve equal steps: both E are flat by the scale.
      #expect(text.contains(/E2 is (29|30|31) cents flat/), "\(text)")
      #expect(text.contains(/E4 is (29|30|31) cents flat/), "\(text)")
    }
  }
}
