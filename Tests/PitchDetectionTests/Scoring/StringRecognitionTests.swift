// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Recognition of strings")
struct StringRecognitionTests {
  private static let rate = 48000
  /// The beginning of the sound, in seconds: after the start of the stream.
  private static let start = 0.5

  private func confidences(_ samples: [Float], updates: Double, from: Double, to: Double) throws
    -> [Double]
  {
    try hear(samples, rate: Self.rate, updates: updates).filter {
      from..<to ~= Double($0.position) / Double(Self.rate)
    }.map { $0.estimate?.confidence ?? 0 }
  }

  /// A tone of eight partials that swells, and whose pitch moves by `movement` cents.
  private func tone(
    _ frequency: Double, swell: Double, seconds: Double, movement: (Double) -> Double
  ) -> [Float] {
    var noise = SplitMix64(seed: 7)
    var angle = 0.0
    return makeSamples(Int((Self.start + seconds) * Double(Self.rate))) { index in
      let time = Double(index) / Double(Self.rate) - Self.start
      let background = noise.nextSample(in: -1e-4...1e-4)
      guard time > 0 else { return background }
      angle += 2 * .pi * frequency * exp2(movement(time) / 1200) / Double(Self.rate)
      let sum = sumOfPartials(1...8) { n in sin(n * angle + n * n) / n }
      return background + Float(0.1 * min(1, time / swell) * sum)
    }
  }

  @Test("gives a swelling sound whose pitch moves no confidence", arguments: [20.0, 60, 200])
  func voice(updates: Double) throws {
    // Sixty cents down in each of two syllables a second, as in a spoken sentence.
    let voice = tone(180, swell: 0.08, seconds: 1.5) {
      -120 * ($0 * 2).truncatingRemainder(dividingBy: 1)
    }
    let heard = try confidences(voice, updates: updates, from: Self.start + 0.12, to: 1.9)
    #expect(heard.count > 20)
    #expect(heard.allSatisfy { $0 < 0.3 }, "\(heard.max() ?? 0)")
  }

  @Test("does not answer with a voice far above the background", arguments: [20.0, 60, 200])
  func loudVoice(updates: Double) throws {
    // Every period differs, as in a voice, and their mean stays, as in a level tone.
    var draws = SplitMix64(seed: 3)
    let jitter = (0..<400).map { _ in Double(draws.nextSample(in: -35...35)) }
    let voice = tone(98, swell: 0.08, seconds: 1.9) { jitter[Int($0 * 98)] }
    let heard = try confidences(voice, updates: updates, from: Self.start, to: 2.4)
    #expect(heard.count > 35)
    #expect(heard.allSatisfy { $0 < 0.7 }, "\(heard.max() ?? 0)")
  }

  @Test("is sure of a swelling sound once its pitch is steady", arguments: [20.0, 60, 200])
  func bow(updates: Double) throws {
    let bow = tone(180, swell: 0.08, seconds: 1) { _ in 0 }
    let steady = try confidences(bow, updates: updates, from: Self.start + 0.35, to: 1.4)
    #expect(steady.count > 8)
    #expect(steady.allSatisfy { $0 >= 0.7 }, "\(steady.min() ?? 0)")
  }

  @Test("shows a struck string at once", arguments: [55, 110, 246.94, 659.26], [60.0, 200])
  func pluck(first: Double, updates: Double) throws {
    let string = PluckedString(first: first, amplitude: 0.1, onset: Self.start)
      .render(rate: Self.rate, seconds: 1.5)
    let early = try confidences(string, updates: updates, from: Self.start + 0.06, to: 1.4)
    #expect(early.allSatisfy { $0 >= 0.3 }, "\(early.min() ?? 0)")
    let clear = try confidences(string, updates: updates, from: Self.start + 0.2, to: 1.4)
    #expect(clear.allSatisfy { $0 >= 0.7 }, "\(clear.min() ?? 0)")
  }

  @Test("answers with a struck string once it is steady, and keeps the confidence in its pitch")
  func settles() throws {
    let string = PluckedString(first: 246.94, amplitude: 0.1, onset: Self.start)
      .render(rate: Self.rate, seconds: 1)
    let heard = try hear(string, rate: Self.rate, updates: 200).compactMap(\.estimate)
    let first = try #require(heard.firstIndex { $0.confidence >= 0.7 })
    let before = heard[..<first].compactMap(\.pitchConfidence)
    #expect(before.contains { $0 >= 0.7 })
    #expect(heard[first...].allSatisfy { $0.pitchConfidence == nil })
  }

  @Test("knows a stroke at ten updates a second", arguments: [55, 110, 246.94, 659.26])
  func fewUpdates(first: Double) throws {
    let string = PluckedString(first: first, amplitude: 0.1, onset: Self.start)
      .render(rate: Self.rate, seconds: 1.5)
    let heard = try confidences(string, updates: 10, from: Self.start + 0.15, to: 1.4)
    #expect(heard.allSatisfy { $0 >= 0.3 }, "\(heard.min() ?? 0)")
  }

  @Test("stays sure while a steady string is bent", arguments: [60.0, 200])
  func bend(updates: Double) throws {
    let bent = tone(180, swell: 0.002, seconds: 1.5) { min(200, max(0, $0 - 0.4) * 400) }
    let heard = try confidences(bent, updates: updates, from: Self.start + 0.4, to: 1.9)
    #expect(heard.allSatisfy { $0 >= 0.7 }, "\(heard.min() ?? 0)")
  }

  @Test("is not sure of a struck sound that moves before half a second", arguments: [60.0, 200])
  func syllable(updates: Double) throws {
    let moving = tone(180, swell: 0.002, seconds: 1) { -250 * $0 }
    let syllable = try confidences(
      moving, updates: updates, from: Self.start + 0.1, to: Self.start + 0.45)
    #expect(syllable.allSatisfy { $0 < 0.7 }, "\(syllable.max() ?? 0)")
    let string = try confidences(moving, updates: updates, from: Self.start + 0.6, to: 1.4)
    #expect(string.allSatisfy { $0 >= 0.7 }, "\(string.min() ?? 0)")
  }

  @Test("does not answer with the octave below a string in noise that is no longer steady")
  func octaveBelow() throws {
    // D3 at −5 dB: 0.8 s after the pluck the search prefers a noisy pitch at half its frequency.
    let string = try #require(
      SignalSet.noise(.pink).cases(seed: 25, notes: [TestNote(50)], draws: 3).first {
        $0.identifier == "noise-pink/D3/-5dB/2"
      })
    let samples = string.signal(at: SampleRate(Self.rate)).render(at: SampleRate(Self.rate))
    let heard = try hear(samples, rate: Self.rate, updates: 200).compactMap(\.estimate)
    let answers = heard.filter { $0.confidence >= 0.7 }
    #expect(answers.count > 60)
    #expect(answers.allSatisfy { $0.frequency.value > 140 })
  }

  @Test(
    "is sure of the pitch after a steady one while its readings are clear, for 0.3 s",
    arguments: [(4.0, true), (30, false)])
  func change(noise: Double, isSure: Bool) {
    let update = UpdateContext(
      seconds: 0.02, isNewNote: false, age: nil, sounding: 1, sampleAge: nil, onset: nil,
      hasOnset: false, count: 1000, power: 0.01)
    var recognition = StringRecognition()
    func add(_ frequency: Double, noise: Double, unbroken: Double) {
      recognition.begin(update)
      recognition.add(frequency, noise: noise, unbroken: unbroken, mayBeMotor: false, in: update)
    }
    for index in 0..<50 { add(150, noise: 1, unbroken: 0.02 * Double(index)) }
    #expect(recognition.highestConfidence == 1)
    // Each reading is a semitone from the one before, so none of these pitches is steady.
    for index in 0..<14 {
      add(index.isMultiple(of: 2) ? 75 : 79.5, noise: noise, unbroken: 0)
      #expect((recognition.highestConfidence == 1) == isSure)
    }
    for _ in 0..<3 { add(75, noise: noise, unbroken: 0) }
    #expect(recognition.highestConfidence < 0.3)
  }
}
