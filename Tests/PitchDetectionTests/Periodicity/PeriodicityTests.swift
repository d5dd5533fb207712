// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Periodicity")
struct PeriodicityTests {
  private static let rate = 12000.0

  @Test(
    "finds the period of a tone, and neither its double nor its half", arguments: [110.0, 440])
  func period(frequency: Double) throws {
    let lag = Self.rate / frequency
    let samples = (0..<1200).map { index -> Float in
      let phase = 2 * Double.pi * Double(index) / lag
      let sum = sin(phase) + 0.5 * sin(2 * phase + 1) + 0.3 * sin(3 * phase + 2)
      return Float(0.1 * sum)
    }
    try withPeriodicity(of: samples) { _, periodicity in
      let (atPeriod, nearIt) = (periodicity.isPeriod(lag), periodicity.isPeriod(1.02 * lag))
      #expect(atPeriod && nearIt)
      let afterTwo = periodicity.similarity(at: 2 * lag)
      #expect(afterTwo > 0.99, "it repeats after two as well")
      for multiple in [0.5, 0.9, 1.1, 2, 3] {
        let isPeriod = periodicity.isPeriod(multiple * lag)
        #expect(!isPeriod, "\(multiple) periods")
      }
    }
  }

  @Test("finds no period in silence")
  func silence() throws {
    try withPeriodicity(of: [Float](repeating: 0, count: 1200)) { _, periodicity in
      for lag in [10.0, 100, 300] {
        let isPeriod = periodicity.isPeriod(lag)
        #expect(!isPeriod, "\(lag) samples")
      }
    }
  }
}
