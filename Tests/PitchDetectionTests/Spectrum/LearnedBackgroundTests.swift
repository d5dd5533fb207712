// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Learned background")
struct LearnedBackgroundTests {
  private static let binCount = 256

  /// Flat power with one line at bin 100.
  private func spectrum(_ power: Float, line: Float) -> [Float] {
    (0..<Self.binCount).map { $0 == 100 ? line : power }
  }

  /// The smeared levels after `raise`, and the floor's.
  private func raise(
    _ background: inout LearnedBackground, reach: Int
  ) -> (smeared: [Float], floor: [Float]) {
    var floor = SpectralFloor(binCount: Self.binCount)
    let quiet = [Float](repeating: -60, count: Self.binCount)
    floor.measure(quiet.span)
    background.raise(&floor, reach: reach)
    let smeared = background.smeared.span
    let level = floor.level.span
    return (smeared.indices.map { smeared[$0] }, level.indices.map { level[$0] })
  }

  @Test("is 1.5 times the power of the first spectrum")
  func first() {
    var background = LearnedBackground(binCount: Self.binCount)
    let sound = spectrum(0.25, line: 16)
    background.learn(sound.span, samplePower: 0.5, seconds: 1.0 / 60)
    let (count, power) = (background.updateCount, background.samplePower)
    #expect(count == 1 && power == 0.5)
    let levels = raise(&background, reach: 0).smeared
    // log₂ 1.5 = 0.585.
    for bin in levels.indices {
      let expected = log2(Float(1.5)) + (bin == 100 ? 4 : -2)
      #expect(abs(levels[bin] - expected) < 1e-5, "bin \(bin)")
    }
  }

  @Test("adapts with a time constant of 0.12 s at any update rate")
  func time() {
    for count in [1, 4, 24] {
      var background = LearnedBackground(binCount: Self.binCount)
      let (loud, quiet) = (spectrum(1, line: 1), spectrum(0, line: 0))
      background.learn(loud.span, samplePower: 1, seconds: 1)
      for _ in 0..<count {
        background.learn(quiet.span, samplePower: 0, seconds: 0.12 / Double(count))
      }
      let power = background.samplePower
      let level = raise(&background, reach: 0).smeared[50]
      #expect(abs(power - exp(-1)) < 1e-12)
      #expect(abs(level - Float(log2(1.5 * exp(-1)))) < 1e-4)
    }
  }

  @Test("spreads a line by the given number of bins", arguments: [0, 1, 5, 12])
  func smear(reach: Int) {
    var background = LearnedBackground(binCount: Self.binCount)
    let sound = spectrum(0.25, line: 16)
    background.learn(sound.span, samplePower: 0.5, seconds: 1)
    let levels = raise(&background, reach: reach).smeared
    for bin in levels.indices {
      let isLine = abs(bin - 100) <= reach
      #expect(abs(levels[bin] - log2(isLine ? 24 : 0.375)) < 1e-5, "bin \(bin)")
    }
  }

  @Test("raises a lower floor, and keeps a higher one")
  func floor() {
    var background = LearnedBackground(binCount: Self.binCount)
    // Far below the floor of the other spectrum, but for the line.
    let sound = spectrum(0x1p-100, line: 1)
    background.learn(sound.span, samplePower: 0.5, seconds: 1)
    var untouched = SpectralFloor(binCount: Self.binCount)
    let quiet = [Float](repeating: -60, count: Self.binCount)
    untouched.measure(quiet.span)
    let before = untouched.level.span
    let after = raise(&background, reach: 2)
    for bin in before.indices {
      let expected = max(before[bin], after.smeared[bin])
      #expect(after.floor[bin] == expected)
      #expect((after.floor[bin] > before[bin]) == (abs(bin - 100) <= 2), "bin \(bin)")
    }
  }

  @Test("keeps no part of a discarded background, at any level")
  func forgets() {
    var fresh = LearnedBackground(binCount: Self.binCount)
    var used = LearnedBackground(binCount: Self.binCount)
    let (loud, quiet) = (spectrum(1e20, line: 1e30), spectrum(1e-12, line: 1e-9))
    used.learn(loud.span, samplePower: 1e20, seconds: 1)
    used.reset()
    let (count, power) = (used.updateCount, used.samplePower)
    #expect(count == 0 && power == 0)
    fresh.learn(quiet.span, samplePower: 1e-12, seconds: 0.1)
    used.learn(quiet.span, samplePower: 1e-12, seconds: 0.1)
    #expect(raise(&used, reach: 3).smeared == raise(&fresh, reach: 3).smeared)
  }
}
