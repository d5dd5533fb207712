// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Power levels")
struct PowerLevelsTests {
  private func write(
    _ spectrum: [Float], scale: Float,
    by body: (Span<Float>, Float, inout MutableSpan<Float>, inout MutableSpan<Float>) -> Void
  ) -> (power: [Float], levels: [Float]) {
    var power = [Float](repeating: .nan, count: spectrum.count / 2)
    var levels = power
    do {
      var powers = power.mutableSpan
      var logarithms = levels.mutableSpan
      body(spectrum.span, scale, &powers, &logarithms)
    }
    return (power, levels)
  }

  @Test("are their scalar twin, for every count up to three lanes and one", arguments: 0...25)
  func agreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 400)
    let spectrum = numbers.samples(2 * count)
    let fast = write(spectrum, scale: 0.37) {
      writePowerLevels(of: $0, scale: $1, into: &$2, levels: &$3)
    }
    let slow = write(spectrum, scale: 0.37) {
      writePowerLevelsScalar(of: $0, scale: $1, into: &$2, levels: &$3)
    }
    #expect(fast.power == slow.power)
    #expect(fast.levels == slow.levels)
  }

  @Test("of 3 + 4i, doubled, are 50 and log₂ 50; of nothing, −126", arguments: [1, 8, 9])
  func closedForm(count: Int) {
    let bins = [[Float]](repeating: [3, 4], count: count).flatMap { $0 }
    let found = write(bins, scale: 2) {
      writePowerLevels(of: $0, scale: $1, into: &$2, levels: &$3)
    }
    #expect(found.power.allSatisfy { $0 == 50 })
    #expect(found.levels.allSatisfy { abs($0 - Float(log2(50.0))) < 2e-6 })
    let silent = write([Float](repeating: 0, count: 2 * count), scale: 2) {
      writePowerLevels(of: $0, scale: $1, into: &$2, levels: &$3)
    }
    #expect(silent.power.allSatisfy { $0 == 0 })
    #expect(silent.levels.allSatisfy { $0 == -126 })
  }
}
