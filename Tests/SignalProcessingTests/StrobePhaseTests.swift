// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import Testing

@Suite("The phase of the strobe")
struct StrobePhaseTests {
  private let rate = SampleRate(48000)
  private let target = Hertz(110)

  /// The phase of cos(2π(f·t + φ)) over 4096 samples behind `first`.
  private func turns(of frequency: Double, phase: Double, from first: Int = 0) throws -> Double {
    let samples = (first..<first + 4096).map { index in
      Float(cos(2 * .pi * (frequency * Double(index) / 48000 + phase)))
    }
    return try #require(read(samples, endingAt: first + 4096))
  }

  private func read(_ samples: [Float], endingAt end: Int) -> Double? {
    StrobePhase.turns(
      of: samples.span, endingAt: SamplePosition(Int64(end)), target: target, at: rate)
  }

  /// The way round from one phase to another, −½…½.
  private func way(from first: Double, to second: Double) -> Double {
    (second - first) - (second - first).rounded()
  }

  @Test("equals the phase of a tone at the target, at every position in the stream")
  func stands() throws {
    for phase in [0.0, 0.25, 0.6, 0.99] {
      for first in [0, 1, 800, 48000, 480_000_007] {
        // The window attenuates the mirror image, 19 bins away, below 1e-4.
        #expect(abs(way(from: phase, to: try turns(of: 110, phase: phase, from: first))) < 1e-3)
      }
    }
  }

  @Test(
    "gains one turn per second for each hertz of the tone above the target",
    arguments: [-1.5, -0.1, 0.3, 2])
  func drifts(hertz: Double) throws {
    let first = try turns(of: 110 + hertz, phase: 0.1)
    let second = try turns(of: 110 + hertz, phase: 0.1, from: 4800)
    #expect(abs(way(from: first, to: second) - hertz / 10) < 1e-3)
  }

  @Test("is nil for silence, for NaN, and for less than a period")
  func absent() {
    #expect(read([Float](repeating: 0, count: 4096), endingAt: 4096) == nil)
    #expect(read([Float](repeating: .nan, count: 4096), endingAt: 4096) == nil)
    #expect(read([Float](repeating: 0.5, count: 400), endingAt: 4096) == nil)
  }
}
