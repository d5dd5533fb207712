// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Pitch change")
struct PitchChangeDetectorTests {
  private static let rate = 12000.0
  private static let frameCount = 2112
  /// An update's length at 60 Hz, in samples and in seconds.
  private static let hop = 200
  private static let seconds = 200.0 / 12000

  /// A tone of three partials that goes on at another pitch from sample `turn` on, its partials
  /// turned by `phase` times the square of their numbers.
  private func tone(
    _ first: Double, then second: Double, at turn: Int, count: Int, phase: Double = 0
  ) -> [Float] {
    makeSamples(count) { index in
      let turns =
        (first * Double(min(index, turn)) + second * Double(max(0, index - turn))) / Self.rate
      return singleSumOfPartials(1...3) { n in
        let turned = index < turn ? n * n : (1 + phase) * n * n
        return sin(2 * .pi * n * turns + turned) / n
      }
    }
  }

  /// The result of each update: the age in samples of another note.
  private func updates(
    of samples: [Float], frequency: Double, age: Double = 1, hop: Int = hop, note: Int = 0
  ) -> [Int?] {
    var detector = PitchChangeDetector()
    return stride(from: Self.frameCount, through: samples.count, by: hop).map { end in
      detector.samplesAgo(
        in: samples.span.extracting(end - Self.frameCount..<end),
        available: min(Self.frameCount, end - note), period: Self.rate / frequency, age: age,
        seconds: Double(hop) / Self.rate, rate: Self.rate)
    }
  }

  @Test("is not found in a steady tone", arguments: [41.2, 110, 331.7, 1318.5])
  func steady(frequency: Double) {
    let samples = tone(frequency, then: frequency, at: 0, count: 6000)
    #expect(updates(of: samples, frequency: frequency).allSatisfy { $0 == nil })
  }

  @Test(
    "is located with an error below 8 ms",
    arguments: [(110.0, 155.56), (220, 146.83), (82.407, 116.54), (659.26, 466.16)])
  func turns(first: Double, second: Double) throws {
    let turn = 4212
    let samples = tone(first, then: second, at: turn, count: 6312)
    let found = updates(of: samples, frequency: first)
    let index = try #require(found.firstIndex { $0 != nil })
    let ago = try #require(found[index])
    let end = Self.frameCount + index * Self.hop
    // Once the whole of what is compared, 8 ms or 0.6 periods, is of the other note: at that update
    // or the next.
    #expect(end > turn && end - turn <= 2 * Self.hop + Int(0.6 * Self.rate / first))
    #expect(abs(Double(end - ago - turn)) < 0.008 * Self.rate, "\(end - ago - turn)")
  }

  // At the next update the new note may have been compared with itself. The note has new phases,
  // because a change in phase to a neighbouring pitch would be a fast slide.
  @Test(
    "is found at 20 updates a second at any position and for any interval",
    arguments: [-12.0, -7, -5, -3, -1, 1, 2, 4, 5, 7, 12])
  func betweenUpdates(semitones: Double) throws {
    for (first, since) in zip([82.407, 146.83, 329.63, 587.33], [150, 300, 420, 560]) {
      let turn = Self.frameCount + 6 * 600 - since
      let samples = tone(
        first, then: first * exp2(semitones / 12), at: turn, count: Self.frameCount + 7 * 600,
        phase: 2)
      let found = updates(of: samples, frequency: first, hop: 600)
      let index = try #require(found.firstIndex { $0 != nil }, "\(first)")
      let ago = try #require(found[index])
      #expect(index == 6 || index == 7)
      let error = Self.frameCount + index * 600 - ago - turn
      #expect(abs(Double(error)) < 0.015 * Self.rate, "\(first): \(error)")
    }
  }

  @Test("is not found at a knock through which the old note continues")
  func knock() {
    var numbers = SplitMix64(seed: 63)
    for frequency in [82.407, 146.83, 329.63, 587.33] {
      var samples = tone(frequency, then: frequency, at: 0, count: Self.frameCount + 7 * 600)
      // 8 ms as loud as the tone, over well before the next update.
      let knock = Self.frameCount + 6 * 600 - 560
      for index in knock..<(knock + 96) {
        samples[index] += Float.random(in: -2...2, using: &numbers)
      }
      #expect(updates(of: samples, frequency: frequency, hop: 600).allSatisfy { $0 == nil })
    }
  }

  @Test(
    "is not found in a bend or a vibrato, which count as gliding", arguments: [200, 600])
  func moves(hop: Int) {
    // A tone in a tenth of a second, and 40 cents 6 times a second: turns are the sums of
    // frequencies.
    let motions: [(Double) -> Double] = [
      { 200 * min(1, max(0, ($0 - 0.35) / 0.1)) },
      { $0 < 0.3 ? 0 : 40 * sin(12 * .pi * ($0 - 0.3)) },
    ]
    for cents in motions {
      var turns = 0.0
      let samples = (0..<(Self.frameCount + 3600)).map { index -> Float in
        turns += 196 * exp2(cents(Double(index) / Self.rate) / 1200) / Self.rate
        var sum = 0.0
        for partial in 1...20 {
          sum += sin(2 * .pi * Double(partial) * turns) / Double(partial).squareRoot()
        }
        return Float(sum)
      }
      var detector = PitchChangeDetector()
      var moves = 0
      for end in stride(from: Self.frameCount, through: samples.count, by: hop) {
        // The known pitch is that of the previous update.
        let pitch = 196 * exp2(cents(Double(end - hop) / Self.rate) / 1200)
        let found = detector.samplesAgo(
          in: samples.span.extracting(end - Self.frameCount..<end), available: Self.frameCount,
          period: Self.rate / pitch, age: 1, seconds: Double(hop) / Self.rate, rate: Self.rate)
        #expect(found == nil)
        if detector.isGliding { moves += 1 }
      }
      #expect(moves > 0)
    }
  }

  @Test("examines no samples from before the note")
  func before() {
    // The update before came 0.1 s into the note.
    let turn = Self.frameCount + 600
    let samples = tone(110, then: 155.56, at: turn, count: Self.frameCount + 7 * 600)
    let found = updates(of: samples, frequency: 155.56, hop: 1200, note: turn)
    #expect(found.allSatisfy { $0 == nil })
  }

  @Test("is not found while the pitch is new, or where nothing repeated")
  func young() {
    let samples = tone(110, then: 155.56, at: 4212, count: 6312)
    #expect(updates(of: samples, frequency: 110, age: 0.04).allSatisfy { $0 == nil })
    var numbers = SplitMix64(seed: 61)
    let noise = numbers.samples(6312)
    #expect(updates(of: noise, frequency: 110).allSatisfy { $0 == nil })
  }

  @Test("discards the similarity of the last note")
  func forgets() {
    let samples = tone(110, then: 155.56, at: 4212, count: 6312)
    var detector = PitchChangeDetector()
    var found: [Int] = []
    for end in stride(from: Self.frameCount, through: samples.count, by: Self.hop) {
      // From the turn on each update is the first.
      if end >= 4212 { detector.reset() }
      let ago = detector.samplesAgo(
        in: samples.span.extracting(end - Self.frameCount..<end), available: Self.frameCount,
        period: Self.rate / 110, age: 1, seconds: Self.seconds, rate: Self.rate)
      if let ago { found.append(ago) }
    }
    #expect(found.isEmpty)
  }

  // MARK: - The similarity

  private func similarity(
    of samples: [Float], back: Int, length: Int, period: Double
  ) -> Double? {
    PitchChangeDetector.similarity(
      samples.span, samples.count, back: back, length: length, period: period)
  }

  @Test("compares a tone with itself whole periods ago, and half a period")
  func similarity() throws {
    let samples = (0..<1200).map { Float(sin(2 * .pi * 110.3 * Double($0) / Self.rate)) }
    let period = Self.rate / 110.3
    let same = try #require(similarity(of: samples, back: 0, length: 100, period: period))
    let opposite = try #require(similarity(of: samples, back: 0, length: 40, period: period / 2))
    // A line between two samples of a sine is short of it by (π·f/rate)²/2 at most: 4e-4.
    #expect(abs(same - 1) < 1e-3 && abs(opposite + 1) < 1e-3)
  }

  @Test("is the same similarity at every level, and 0 for silence")
  func level() throws {
    var numbers = SplitMix64(seed: 62)
    let samples = numbers.samples(800)
    let reference = try #require(similarity(of: samples, back: 3, length: 90, period: 71.3))
    for gain in [Float(0.0078125), 64] {
      let scaled = samples.map { $0 * gain }
      let found = try #require(similarity(of: scaled, back: 3, length: 90, period: 71.3))
      #expect(abs(found - reference) < 1e-6)
    }
    let silence = [Float](repeating: 0, count: 800)
    #expect(similarity(of: silence, back: 0, length: 90, period: 71.3) == 0)
  }

  @Test("has no similarity where the stream or the frame does not reach back far enough")
  func reach() {
    let samples = [Float](repeating: 1, count: 400)
    let frame = samples.span
    // 90 samples, two periods of 71.3 before them, and one to draw a line to: 234 and more.
    for (available, isHeard) in [(400, true), (234, true), (233, false), (0, false)] {
      let found = PitchChangeDetector.similarity(
        frame, available, back: 0, length: 90, period: 71.3)
      #expect((found != nil) == isHeard, "\(available)")
    }
    let (outside, empty) = (
      PitchChangeDetector.similarity(frame, 400, back: 300, length: 90, period: 71.3),
      PitchChangeDetector.similarity(frame, 400, back: 0, length: 0, period: 71.3)
    )
    #expect(outside == nil && empty == nil)
  }
}
