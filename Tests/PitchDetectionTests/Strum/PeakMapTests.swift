// SPDX-License-Identifier: MIT

import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Map of the peaks of a spectrum")
struct PeakMapTests {
  @Test("a score without the map equals the map's, at every place")
  func local() {
    let count = 300
    var random = SplitMix64(seed: 7)
    var powers = FixedArray(repeating: 0.0, count: count)
    var floor = FixedArray(repeating: 0.0, count: count)
    for bin in 0..<count {
      // A power in four is a peak far over the floor.
      let level = Double.random(in: 0...1, using: &random)
      powers[bin] = level * level * (bin % 4 == 0 ? 1000 : 1)
      floor[bin] = Double.random(in: 0.5...1.5, using: &random)
    }
    for tolerance in [PeakMap.Tolerance.coarse, .fine] {
      var map = PeakMap(binCount: count)
      map.write(
        powers, over: floor, binCount: count, loudest: 1000, tolerance: tolerance, seconds: 0.4)
      var peaks = 0
      for place in 0..<(PeakMap.places * (count - 1)) {
        let bins = Double(place) / Double(PeakMap.places)
        let reach = PeakMap.reach(at: bins, tolerance: tolerance)
        let range = max(0, Int(bins) - reach)..<min(count, Int(bins) + reach + 1)
        let score = PeakMap.score(
          at: bins, powers, over: floor, bins: range, loudest: 1000, tolerance: tolerance,
          seconds: 0.4)
        #expect(score == map.score(at: bins), "place \(place)")
        if score > 0 { peaks += 1 }
      }
      #expect(peaks > 100)
    }
  }
}
