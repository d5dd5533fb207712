// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Four partials whose pitch follows a formula, in cents over 220 Hz, for a sixth of a second.
@Suite("Period tracking")
struct PeriodTrackingTests {
  private static let rate = 12000.0
  private static let count = 2112
  private static let frequency = 220.0

  private func worst(
    from oldest: Int = 600, periodOff: Double = 1, available: Int = count, phase: Double = 0,
    _ cents: @escaping (Double) -> Double
  ) -> Double? {
    var turns = 0.0
    let samples = (0..<Self.count).map { index -> Float in
      let time = Double(index) / Self.rate
      turns += Self.frequency * exp2(cents(time) / 1200) / Self.rate
      let turned = time < 0.15 ? 1 : 1 + phase
      var sum = 0.0
      for partial in 1...4 {
        let n = Double(partial)
        sum += sin(2 * .pi * n * turns + n * n * turned) / n
      }
      return Float(sum)
    }
    return PeriodTracking.worst(
      in: samples.span, available: available, period: periodOff * Self.rate / Self.frequency,
      length: 96, from: oldest, stride: 24)
  }

  @Test("follows steady pitches, glides and vibrato as fast as a player makes them")
  func follows() throws {
    // 1500 cents a second, and a vibrato that is as fast where it is fastest: 2π·6·40.
    let motions: [(Double) -> Double] = [
      { _ in 0 }, { 1500 * ($0 - 0.12) }, { -1500 * ($0 - 0.12) }, { 40 * sin(12 * .pi * $0) },
    ]
    for motion in motions { #expect(try #require(worst(motion)) > 0.9) }
  }

  @Test("begins with a pitch that is up to a semitone and a half off")
  func late() throws {
    for cents in [-150.0, -60, 60, 150] {
      let found = try #require(worst(periodOff: exp2(cents / 1200)) { _ in 0 })
      #expect(found > 0.9)
    }
  }

  @Test("does not follow a jump of the phase", arguments: [-700.0, -200, -100, 100, 400])
  func jumps(interval: Double) throws {
    let found = try #require(worst(phase: 2) { $0 < 0.15 ? 0 : interval })
    #expect(found < 0.5)
  }

  @Test("is nil where the stream does not reach back so far")
  func short() {
    #expect(worst(available: 600) { _ in 0 } == nil)
  }
}
