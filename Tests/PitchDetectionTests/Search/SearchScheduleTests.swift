// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Tracking a string between searches")
struct SearchScheduleTests {
  private static let rate = 48000
  /// The start of the second note, in seconds.
  private static let turn = 0.8

  /// Updates a second at which tracked updates lie 8, 16, … 96 ms after a search.
  private static let fast = 125.0

  private func samples(
    _ count: Int = 62400, _ value: (_ time: Double) -> Double
  ) -> [Float] {
    makeSamples(count) { Float(value(Double($0) / Double(Self.rate))) }
  }

  /// A pluck at 0.1 s that changes to another pitch at the turn without a new attack: the phase of
  /// each partial is continuous.
  private func legato(from first: Double, to second: Double) -> [Float] {
    samples { time in
      guard time > 0.1 else { return 0 }
      let before = 2 * Double.pi * first * (min(time, Self.turn) - 0.1)
      let after = 2 * Double.pi * second * max(0, time - Self.turn)
      let phase: Double = before + after
      let partials = sumOfPartials(1...12) { n in sin(n * phase + n * n) / n }
      return 0.1 * exp(-1.5 * (time - 0.1)) * partials
    }
  }

  /// Two plucks, the second at the turn; the first is damped there, or goes on ringing.
  private func plucks(_ first: Double, _ second: Double, isDamped: Bool) -> [Float] {
    let seconds = 1.3
    let old = PluckedString(first: first, onset: 0.1).render(rate: Self.rate, seconds: seconds)
    let new = PluckedString(first: second, onset: Self.turn)
      .render(rate: Self.rate, seconds: seconds)
    return makeSamples(old.count) { index in
      let time = Double(index) / Double(Self.rate) - Self.turn
      let damping = isDamped && time > 0 ? Float(exp(-time / 0.003)) : 1
      return old[index] * damping + new[index]
    }
  }

  private func seconds(_ heard: Heard) -> Double { Double(heard.position) / Double(Self.rate) }

  /// Expects the first pitch to be read until the turn, and the second from `settled` after it on.
  private func expect(
    _ first: Double, then second: Double, settled: Double, in samples: [Float], _ name: String
  ) throws {
    for updates in [60, Self.fast] {
      let heard = try hear(samples, rate: Self.rate, updates: updates)
      let before = heard.filter { (0.4..<Self.turn).contains(seconds($0)) }
      let after = heard.filter { seconds($0) > Self.turn + settled }
      #expect(before.count > 20 && after.count > 15)
      for (readings, pitch) in [(before, first), (after, second)] {
        for one in readings {
          let error = try #require(cents(one, from: pitch), "\(name) at \(seconds(one))")
          #expect(abs(error) < 50, "\(name), \(updates) a second, at \(seconds(one)): \(error)")
        }
      }
    }
  }

  @Test(
    "follows a string that is damped to its octave",
    arguments: [(82.407, 164.81), (110, 220), (329.63, 164.81), (220, 110), (440, 220)])
  func octave(first: Double, second: Double) throws {
    let samples = plucks(first, second, isDamped: true)
    try expect(first, then: second, settled: 0.15, in: samples, "\(first) to \(second)")
  }

  @Test(
    "follows a ringing string to the octave below, plucked over it",
    arguments: [(220.0, 110.0), (329.63, 164.81), (164.81, 82.407)])
  func octaveBelow(first: Double, second: Double) throws {
    let samples = plucks(first, second, isDamped: false)
    try expect(first, then: second, settled: 0.2, in: samples, "\(second) over \(first)")
  }

  @Test(
    "follows a step without an attack",
    arguments: [(110.0, 1), (110, -2), (196, 2), (196, -5), (329.63, 3), (82.407, 12), (220, -12)])
  func steps(first: Double, semitones: Int) throws {
    let second = first * pow(2, Double(semitones) / 12)
    let samples = legato(from: first, to: second)
    try expect(first, then: second, settled: 0.2, in: samples, "\(first) by \(semitones)")
  }

  @Test("ends a note when noise of the same level replaces it", arguments: [82.407, 196, 440])
  func noise(first: Double) throws {
    var numbers = SplitMix64(seed: 77)
    let note = PluckedString(first: first, onset: 0.1).render(rate: Self.rate, seconds: 1.5)
    let turn = Int(Self.turn * Double(Self.rate))
    let power = note[(turn - 2400)..<turn].reduce(0) { $0 + $1 * $1 } / 2400
    // A uniform draw from −a…a has the variance a²/3.
    let loudness = (3 * power).squareRoot()
    let samples = makeSamples(note.count) { index in
      index < turn ? note[index] : numbers.nextSample(in: -loudness...loudness)
    }
    for updates in [60, Self.fast] {
      let heard = try hear(samples, rate: Self.rate, updates: updates)
      let note = heard.filter { (0.4..<Self.turn).contains(seconds($0)) }
      #expect(note.allSatisfy { $0.estimate?.confidence ?? 0 > 0.7 })
      // A search is due 0.1 s after the turn, and discards the window of the note.
      for one in heard where seconds(one) > Self.turn + 0.16 {
        let confidence = one.estimate?.confidence ?? 0
        #expect(confidence < 0.7, "\(first), \(updates) a second, at \(seconds(one))")
      }
    }
  }

  /// The reported period is that of the last search, and noise changes it at every search.
  @Test("searches again 0.1 s after the last search, and no sooner", arguments: [82.407, 196])
  func interval(first: Double) throws {
    var numbers = SplitMix64(seed: 5)
    let string = PluckedString(first: first, onset: 0.1).render(rate: Self.rate, seconds: 1.5)
    let samples = makeSamples(string.count) {
      string[$0] + numbers.nextSample(in: -1e-4...1e-4)
    }
    let heard = try hear(samples, rate: Self.rate, updates: Self.fast)
    let periods = heard.filter { seconds($0) > 0.5 }.map { $0.estimate?.period }
    var runs: [Int] = []
    var length = 1
    for (period, next) in zip(periods, periods.dropFirst()) {
      if period == next {
        length += 1
      } else {
        runs.append(length)
        length = 1
      }
    }
    // The search itself and the tracked updates 8 to 96 ms after it.
    let whole = runs.dropFirst()
    #expect(whole.count > 6)
    #expect(whole.allSatisfy { $0 == 13 }, "\(runs)")
  }

  @Test("gives the same bits for chunks of any size, through every change of pitch")
  func chunks() throws {
    let streams = [
      legato(from: 110, to: 123.47), plucks(220, 110, isDamped: false),
      plucks(110, 220, isDamped: true),
    ]
    for samples in streams {
      for updates in [60, Self.fast] {
        let reference = try hear(samples, rate: Self.rate, updates: updates)
        for (seed, longest) in [(UInt64(4), 7), (5, 900)] {
          var numbers = SplitMix64(seed: seed)
          let chunked = try hear(samples, rate: Self.rate, updates: updates) {
            Int.random(in: 1...longest, using: &numbers)
          }
          #expect(chunked == reference, "seed \(seed)")
        }
      }
    }
  }

  @Test("equals a new engine after a reset between two searches, to the bit")
  func reset() throws {
    let samples = plucks(110, 220, isDamped: true)
    let expected = try hear(samples, rate: Self.rate, updates: Self.fast)
    var engine = try PitchEngine(.init(sampleRate: SampleRate(Self.rate)))
    // One more update each time covers every distance from a search.
    for extra in 0..<8 {
      let count = Int((0.5 + 0.008 * Double(extra)) * Double(Self.rate)) + 1
      _ = hear(Array(samples[..<count]), by: &engine, rate: Self.rate, updates: Self.fast)
      engine.reset()
      #expect(
        hear(samples, by: &engine, rate: Self.rate, updates: Self.fast) == expected,
        "after \(extra)")
      engine.reset()
    }
  }

  // MARK: - The schedule alone

  private let decision = SearchSchedule.Decision(
    frequency: 110, inharmonicity: 1e-4,
    comb: CombEvidence(accumulated: 20, explained: 0.9), power: 1)

  private func update(power: Double = 1, age: Double? = 0.3) -> UpdateContext {
    UpdateContext(
      seconds: 0.02, isNewNote: false, age: age, sounding: 0.3, sampleAge: nil, onset: nil,
      hasOnset: age != nil,
      count: 4096, power: power)
  }

  /// A pitch that has been steady for so many seconds.
  private func history(
    of frequency: Double = 110, steady: Double = 0.2, confidence: Double = 0.9
  ) -> PitchHistory {
    var history = PitchHistory().appending(frequency, after: 0)
      .appending(frequency, after: steady)
    history.setConfidence(confidence)
    return history
  }

  private func schedule(after seconds: Double, of frequency: Double = 110) -> SearchSchedule {
    var decision = decision
    decision.frequency = frequency
    var schedule = SearchSchedule()
    schedule.record(decision)
    schedule.advance(by: seconds)
    return schedule
  }

  @Test("tracks a stored decision for less than 0.1 s")
  func time() {
    #expect(SearchSchedule().decision(in: update(), after: history()) == nil)
    #expect(schedule(after: 0.0999).decision(in: update(), after: history())?.frequency == 110)
    #expect(schedule(after: 0.1).decision(in: update(), after: history()) == nil)
    var emptied = schedule(after: 0.01)
    emptied.record(nil)
    #expect(emptied.decision(in: update(), after: history()) == nil)
    #expect(schedule(after: 0.01).decision(in: update(), after: PitchHistory()) == nil)
  }

  @Test("searches again where the power falls to a quarter")
  func power() {
    let schedule = schedule(after: 0.02)
    #expect(schedule.decision(in: update(power: 0.2501), after: history()) != nil)
    #expect(schedule.decision(in: update(power: 0.25), after: history()) == nil)
  }

  @Test(
    "searches again where the pitch moves by one per cent",
    arguments: [(111.05, true), (111.15, false), (108.95, true), (108.85, false)])
  func change(frequency: Double, isTracked: Bool) {
    let found = schedule(after: 0.02).decision(in: update(), after: history(of: frequency))
    #expect((found != nil) == isTracked)
  }

  @Test(
    "searches again where the pitch is new or has low confidence",
    arguments: [(0.2, 0.8, false), (0.2, 0.81, true), (0.1, 0.9, false)])
  func certainty(steady: Double, confidence: Double, isTracked: Bool) {
    let found = schedule(after: 0.02).decision(
      in: update(), after: history(steady: steady, confidence: confidence))
    #expect((found != nil) == isTracked)
  }

  @Test(
    "needs an onset only where the pitch is a line of mains hum",
    arguments: [
      (110.0, true), (50.1, false), (60, false), (99.9, false), (120, false), (130, true),
    ])
  func onset(frequency: Double, isTracked: Bool) {
    let schedule = schedule(after: 0.02, of: frequency)
    let without = schedule.decision(in: update(age: nil), after: history(of: frequency))
    #expect((without != nil) == isTracked)
    #expect(schedule.decision(in: update(), after: history(of: frequency)) != nil)
  }
}
