// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import ProgramRunning
import TestSignals
import Testing

/// Movements of a sounding string as formulas: the note stays one note, and its articulation is
/// named.
@Suite("tuner analyze: bends, slides, vibrato, hammer-ons and harmonics")
struct AnalyzeArticulationTests {
  private let tuner = Program("tuner")

  private func string(
    _ hertz: Double, _ motion: PitchMotion? = nil, level: Double = -26
  ) -> StringModel {
    var string = StringModel(
      fundamental: Hertz(hertz), inharmonicity: 5e-5,
      spectrum: PartialSpectrum(pluckPoint: 0.13, pickup: 0.21, tiltPerOctave: Decibels(-3)),
      decayTime: 1.2, phaseSeed: 3, level: Decibels(level))
    string.motion = motion
    return string
  }

  private func rows(
    _ plucks: [Pluck], duration: Double = 2.5, _ extra: [String] = []
  ) throws -> [[String: Any]] {
    let signal = TestSignal(plucks: plucks, duration: duration)
    let files = try TemporaryDirectory(
      holding: ["take.wav": WAVE.floats(signal.render(at: SampleRate(48_000)))])
    let place = files.path + "/result"
    let outcome = try tuner.run(
      ["analyze", "-f", "csv", "-o", place] + extra + [files.path + "/take.wav"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try IndependentReader.rows("csv", Data(contentsOf: URL(fileURLWithPath: place)))
  }

  private func number(_ value: Any?) throws -> Double {
    try #require((value as? String).flatMap { Double($0) })
  }

  @Test(
    "a bend is one note, with its width", arguments: [(100.0, 0.15), (200, 0.3), (200, 0.15)],
    [20, 60])
  func bend(_ bend: (cents: Double, seconds: Double), rate: Int) throws {
    let motion = PitchMotion.move(
      interval: Cents(bend.cents), start: 0.5, duration: bend.seconds)
    let rows = try rows(
      [Pluck(string: string(196, motion), onset: 0.25)], ["--rate", "\(rate)"])
    try #require(rows.count == 1)
    #expect(rows[0]["articulation"] as? String == "bend")
    #expect(try abs(number(rows[0]["glide_cents"]) - bend.cents) < 8)
  }

  @Test("a slide down is one note", arguments: [20, 60])
  func slide(rate: Int) throws {
    let motion = PitchMotion.move(interval: Cents(-300), start: 0.6, duration: 0.3)
    let rows = try rows(
      [Pluck(string: string(246.94, motion), onset: 0.25)], ["--rate", "\(rate)"])
    try #require(rows.count == 1)
    #expect(rows[0]["articulation"] as? String == "slide")
    #expect(try abs(number(rows[0]["glide_cents"]) + 300) < 10)
  }

  // A reading is a mean over a tenth of a second: it shows a fifth less than the swing at most.
  @Test(
    "a vibrato is one note, with its rate and depth",
    arguments: [(4.0, 25.0), (5.5, 30), (6.5, 20)])
  func vibrato(_ swing: (rate: Double, depth: Double)) throws {
    let motion = PitchMotion.vibrato(
      rate: Hertz(swing.rate), depth: Cents(swing.depth), start: 0.3)
    let rows = try rows([Pluck(string: string(329.63, motion), onset: 0.25)])
    try #require(rows.count == 1)
    #expect(rows[0]["articulation"] as? String == "vibrato")
    #expect(try abs(number(rows[0]["vibrato_hz"]) - swing.rate) < 0.3)
    let depth = try number(rows[0]["vibrato_cents"])
    #expect(depth > 0.75 * swing.depth && depth < 1.1 * swing.depth)
  }

  @Test("a wide and fast vibrato is one note", arguments: [20, 60])
  func widestVibrato(rate: Int) throws {
    let motion = PitchMotion.vibrato(rate: Hertz(6.5), depth: Cents(40), start: 0.3)
    let rows = try rows(
      [Pluck(string: string(329.63, motion), onset: 0.25)], ["--rate", "\(rate)"])
    try #require(rows.count == 1)
    #expect(rows[0]["articulation"] as? String == "vibrato")
  }

  @Test("a hammer-on is a second note without a stroke, and a stroke is one with a stroke")
  func hammerOn() throws {
    let first = Pluck(string: string(196), onset: 0.25, stop: 1)
    // The first string has decayed by then: exp(−0.75/1.2) is −5.4 dB for its first partial.
    let hammered = Pluck(string: string(220, level: -33), onset: 1)
    let rows = try rows([first, hammered])
    try #require(rows.count == 2)
    #expect(rows.map { $0["articulation"] as? String } == ["", "hammer-on"])
    #expect(try abs(number(rows[1]["start_s"]) - 1) < 0.03)
    let struck = try self.rows([first, Pluck(string: string(220, level: -20), onset: 1)])
    #expect(struck.map { $0["articulation"] as? String } == ["", ""])
  }

  @Test("a harmonic of an open string is one note, marked as a harmonic")
  func harmonic() throws {
    // Over the twelfth fret of the A string: its even partials alone, so B is four times its own.
    var string = string(220)
    string.inharmonicity = 2e-4
    let rows = try rows([Pluck(string: string, onset: 0.25)])
    try #require(rows.count == 1)
    #expect(rows[0]["articulation"] as? String == "harmonic")
  }
}
