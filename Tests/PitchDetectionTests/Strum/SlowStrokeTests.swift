// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import TestSignals
import Testing

@Suite("First readings of slow strokes")
struct SlowStrokeTests {
  /// Returns the time of the first update of a stroke in which a string sounds.
  private func firstReading(_ strum: Strum, in samples: [Float], updates: Int) throws -> Double? {
    let heard = try hearStrings(samples, targets: strum.targets, updates: updates)
    return heard.first { one in one.readings.contains { $0.state == .sounding } }?.time
  }

  // The gaps between strings are 36 to 61 ms, shorter than a window. The pauses that hold one are
  // due to onsets that are not detected, and end between two updates.
  @Test(
    "come at most 100 ms after those of 200 updates a second",
    arguments: [9006, 9023, 9050, 9083, 9116, 9144, 9159, 9183, 9198, 9206, 9282, 9295, 9297])
  func late(seed: UInt64) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    let strum = draw.strum(seed: seed)
    let samples = strum.signal(at: SampleRate(48000)).render(at: SampleRate(48000))
    let readable = try #require(try firstReading(strum, in: samples, updates: 200))
    let shown = try #require(try firstReading(strum, in: samples, updates: 20))
    #expect(shown - readable < 0.1, "readable at \(readable) s, shown at \(shown) s")
  }
}
