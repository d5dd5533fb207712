// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Onset detector")
struct OnsetDetectorTests {
  private static let rate = 12000.0
  /// 1.33 ms, the detector's block.
  private static let block = 16

  /// Every onset of a stream.
  private func onsets(
    _ samples: [Float], chunk: () -> Int = { 1 }
  ) -> [OnsetDetector.Onset] {
    var detector = OnsetDetector(sampleRate: Self.rate)
    var found: [OnsetDetector.Onset] = []
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + chunk())
      detector.append(samples.span.extracting(start..<end))
      if let last = detector.last {
        // The course of an onset is known later.
        if found.last?.known == last.known { found.removeLast() }
        found.append(last)
      }
      start = end
    }
    return found
  }

  private func tone(_ frequency: Double, from start: Int = 0, count: Int) -> [Float] {
    (0..<count).map { index in
      index < start
        ? 0 : Float(0.3 * sin(2 * .pi * frequency * Double(index - start) / Self.rate))
    }
  }

  @Test(
    "finds a note two blocks after its start, and its start",
    arguments: [3001, 5000, 5008, 7777], [82.41, 659.26])
  func step(start: Int, frequency: Double) throws {
    let found = onsets(tone(frequency, from: start, count: 12000))
    try #require(found.count == 1)
    #expect((start...start + 2 * Self.block).contains(found[0].known))
    #expect((start - 2 * Self.block...start).contains(found[0].anchor))
  }

  /// Eight partials of B0 in phase are a pulse a period: as uneven as a steady tone can be.
  @Test(
    "detects an onset at the start of the stream if the level rises",
    arguments: [100, 137, 200, 300, 359], [110, 659.26])
  func beginning(start: Int, frequency: Double) throws {
    var numbers = SplitMix64(seed: UInt64(start))
    let noise = numbers.samples(6000)
    let samples = zip(tone(frequency, from: start, count: 6000), noise).map { $0 + 0.003 * $1 }
    let found = onsets(samples)
    try #require(found.count == 1)
    #expect((start - 2 * Self.block...start).contains(found[0].anchor))
    #expect((start...start + 3 * Self.block).contains(found[0].known))
  }

  @Test(
    "detects no onset in a stream that is equally loud from the start", arguments: [UInt64](0..<20))
  func middle(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let noise = numbers.samples(6000)
    #expect(onsets(noise).isEmpty, "seed \(seed)")
    let phase = 0.05 * Double(seed)
    let rings = makeSamples(6000) { index in
      let turns = 196 * Double(index) / Self.rate + phase
      return Float(0.3 * sin(2 * .pi * turns))
    }
    #expect(onsets(rings).isEmpty, "from \(phase) of a period on")
  }

  @Test("finds no second onset in a steady tone", arguments: [30.868, 41.2, 110])
  func steady(frequency: Double) {
    let samples = makeSamples(24000) { index in
      singleSumOfPartials(1...8) { n in
        0.05 * cos(2 * .pi * frequency * (n * Double(index)) / Self.rate)
      }
    }
    #expect(onsets(samples).filter { $0.known > 600 }.isEmpty)
  }

  @Test("finds no onset in noise of constant level", arguments: [UInt64](0..<10))
  func noise(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let samples = numbers.samples(60000)
    #expect(onsets(samples).filter { $0.known > 600 }.isEmpty, "seed \(seed)")
  }

  @Test(
    "finds a second pluck of a ringing string, from 80 ms after the first",
    arguments: [960, 1440, 4800])
  func second(distance: Int) throws {
    let start = 3000
    var samples = tone(110, from: start, count: 15000)
    // The second is louder by 14 dB and brighter, as a pluck's attack is against what rings.
    for (index, sample) in tone(440, from: start + distance, count: 15000).enumerated() {
      samples[index] += 5 * sample
    }
    let found = onsets(samples)
    try #require(found.count == 2)
    #expect((0...2 * Self.block).contains(found[1].known - start - distance))
  }

  @Test("finds the same onsets for chunks of any size")
  func chunks() {
    var numbers = SplitMix64(seed: 44)
    var samples = tone(82.41, from: 2500, count: 12000)
    for index in samples.indices {
      samples[index] += 0.001 * Float.random(in: -1...1, using: &numbers)
    }
    let reference = onsets(samples)
    #expect(!reference.isEmpty)
    for longest in [2, 5, 15] {
      #expect(
        onsets(samples) { Int.random(in: 1...longest, using: &numbers) } == reference)
    }
    // Chunks longer than the time between two onsets hide the first, never the last.
    #expect(onsets(samples) { samples.count }.last == reference.last)
  }

  @Test("detects no onset below −100 dB of full scale, or in silence")
  func faint() {
    #expect(onsets([Float](repeating: 0, count: 6000)).isEmpty)
    #expect(onsets(tone(440, from: 3000, count: 6000).map { $0 * 1e-6 }).isEmpty)
  }

  @Test("behaves after a reset like a new one")
  func reset() {
    var used = OnsetDetector(sampleRate: Self.rate)
    used.append(tone(110, from: 1003, count: 5001).span)
    let before = used.last
    #expect(before != nil)
    used.reset()
    let forgotten = used.last
    #expect(forgotten == nil)

    var new = OnsetDetector(sampleRate: Self.rate)
    let samples = tone(196, from: 2000, count: 6000)
    used.append(samples.span)
    new.append(samples.span)
    let (found, expected) = (used.last, new.last)
    #expect(found == expected)
    #expect(expected != nil)
  }

  @Test("measures the rise of an attack and what remains of it", arguments: [1.0, 0.1, 0.01])
  func course(remainder: Double) throws {
    var numbers = SplitMix64(seed: 3)
    let noise = numbers.samples(9000)
    // Alternating samples have a constant energy of their first difference.
    let samples = noise.enumerated().map { index, value in
      let level =
        index < 4000 ? 0 : index < 4000 + 12 * Self.block ? 0.3 : 0.3 * remainder.squareRoot()
      return 0.001 * value + Float(index % 2 == 0 ? level : -level)
    }
    let found = onsets(samples)
    try #require(found.count == 1)
    // Noise between ±0.001 has differences with a mean square of 2/3 of 1e-6; those of the tone
    // have 0.36.
    let rise = 0.36 / (2.0 / 3 * 1e-6)
    #expect((0.3 * rise...1.1 * rise).contains(Double(found[0].rise)))
    let measured = Double(try #require(found[0].remainder))
    #expect(abs(measured / remainder - 1) < 0.1)
  }

  @Test("measures two onsets of one stroke from the level before both")
  func twoOnsets() throws {
    var numbers = SplitMix64(seed: 3)
    let samples = numbers.samples(9000).enumerated().map { index, value in
      let level = index < 4000 ? 0 : index < 4000 + 14 * Self.block ? 0.03 : 0.3
      return 0.001 * value + Float(index % 2 == 0 ? level : -level)
    }
    let found = onsets(samples)
    let anchors = Set(found.map(\.anchor))
    #expect(anchors.count == 2)
    let last = try #require(found.last)
    #expect(Double(last.rise) > 0.1 * 0.36 / (2.0 / 3 * 1e-6))
  }
}
