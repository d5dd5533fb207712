// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Glide of a recorded string")
struct StringGlideTests {
  private static let rate = SampleRate(44_100)

  private func glide(of string: StringModel, body: [ExcitedMode] = []) throws -> StringGlide {
    var pluck = Pluck(string: string, onset: 0.25)
    pluck.body = body
    let samples = TestSignal(plucks: [pluck], duration: 2).render(at: Self.rate)
    let first = string.settledFrequency(ofPartial: 1).value
    let glide = StringGlide(
      in: samples, at: Self.rate, string: (first, string.inharmonicity), pluck: 0.25,
      steady: 1.0...1.8)
    return try #require(glide)
  }

  /// The closed form of `Glide`, whose window of 0.1 s begins at the pluck for the first value.
  @Test("agrees with the formula of the string", arguments: [0.0, 6, 15])
  func formula(interval: Double) throws {
    let string = StringModel(
      fundamental: Hertz(110), inharmonicity: 8e-5, glide: Glide(interval: Cents(interval)),
      spectrum: PartialSpectrum(pluckPoint: 0.13, pickup: 0.21), decayTime: 2)
    let glide = try glide(of: string)
    for age in [0.07, 0.1, 0.15, 0.2, 0.25] {
      let expected = string.frequency(ofPartial: 1, at: age)
        .interval(above: string.settledFrequency(ofPartial: 1)).value
      #expect(abs(glide.cents(at: 0.25 + age) - expected) < 0.15 + 0.12 * interval)
    }
  }

  @Test(
    "a reading that follows a gliding string settles as soon as it glides, within 5 and 1 cents",
    arguments: [0.0, 15])
  func settling(interval: Double) throws {
    let string = StringModel(
      fundamental: Hertz(110), inharmonicity: 8e-5, glide: Glide(interval: Cents(interval)),
      spectrum: PartialSpectrum(pluckPoint: 0.13, pickup: 0.21), decayTime: 2)
    let pluck = 0.25
    var note = ItemTruth.MeasuredNote(
      pitch: string.settledFrequency(ofPartial: 1), onset: pluck, steady: 1.0...1.8,
      allowsCents: true, spread: Cents(0))
    note.glide = try glide(of: string)
    let readings = (1...400).map { update in
      let seconds = Double(update) / 200
      let pitch = string.frequency(ofPartial: 1, at: max(0, seconds - pluck))
      return Reading(seconds: seconds, answer: .init(frequency: pitch, confidence: 0.95))
    }
    let score = ItemScorer(
      truth: .note(note), sampleRate: Self.rate, duration: 2, settings: RunSettings()
    ).score(readings)
    // The glide of 15 cents is 5 cents after 88 ms and 1 cent after 217 ms.
    let times = score.settling.settled
    #expect(try #require(times[1].time(.median)) <= 0.05)
    #expect(try #require(times[2].time(.median)) <= 0.1)
  }

  @Test("does not follow modes of the body beside the first partial")
  func body() throws {
    let string = StringModel(
      fundamental: Hertz(110), spectrum: PartialSpectrum(pluckPoint: 0.13, pickup: 0.21),
      decayTime: 2)
    let glide = try glide(
      of: string, body: [ExcitedMode(frequency: 125, quality: 30, share: 1, phase: 0.1)])
    for age in [0.05, 0.1, 0.2] { #expect(abs(glide.cents(at: 0.25 + age)) < 0.5) }
  }

  @Test("is unknown where fewer than three partials can be measured")
  func high() {
    let glide = StringGlide(
      in: [Float](repeating: 0, count: 44_100), at: SampleRate(8000), string: (1200, 0),
      pluck: 0.1, steady: 0.5...0.8)
    #expect(glide == nil)
  }
}
