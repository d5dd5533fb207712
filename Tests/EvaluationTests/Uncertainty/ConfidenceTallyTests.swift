// SPDX-License-Identifier: MIT

import Evaluation
import TestSignals
import Testing

@Suite("Confidence tally")
struct ConfidenceTallyTests {
  static func tally(_ readings: [(Double, Bool)]) -> ConfidenceTally {
    var tally = ConfidenceTally()
    for (confidence, isCorrect) in readings { tally.record(confidence, isCorrect: isCorrect) }
    return tally
  }

  @Test("the Brier score is the mean squared distance from the outcome")
  func brier() throws {
    // (0.1² + 0.4² + 0.2²) / 3
    let score = try #require(Self.tally([(0.9, true), (0.6, true), (0.2, false)]).brierScore)
    #expect(agree(score, 0.07))
    #expect(Self.tally([(1, true), (0, false)]).brierScore == 0)
    #expect(Self.tally([(1, false), (0, true)]).brierScore == 1)
  }

  @Test("the calibration error weighs each row by its readings")
  func calibration() throws {
    // Row 0.9…1: mean 0.95, 1 of 2 right; row 0.1…0.2: mean 0.1, 0 of 1 right.
    let tally = Self.tally([(0.95, true), (0.95, false), (0.1, false)])
    #expect(agree(try #require(tally.expectedCalibrationError()), (2 * 0.45 + 0.1) / 3))
    // In one row the mean confidence is 2/3 and one third is right.
    #expect(agree(try #require(tally.expectedCalibrationError(bins: 1)), 1.0 / 3))
  }

  @Test("the table counts every reading once, and confidence 1 in the last row")
  func table() {
    let readings = (0...20).map { (step: Int) -> (Double, Bool) in
      (Double(step) / 20, step % 2 == 0)
    }
    let bins = Self.tally(readings).reliability()
    #expect(bins.map(\.correct.total) == [2, 2, 2, 2, 2, 2, 2, 2, 2, 3])
    #expect(bins.map(\.correct.hits).reduce(0, +) == 11)
  }

  @Test("a confidence outside 0…1 is counted as invalid", arguments: [-0.1, 1.1, .nan, .infinity])
  func invalid(confidence: Double) {
    let tally = Self.tally([(confidence, true)])
    #expect(tally.invalidCount == 1)
    #expect(tally.brierScore == nil)
    #expect(tally.expectedCalibrationError() == nil)
  }

  @Test("confidences that equal the probability of a right answer are calibrated")
  func calibrated() throws {
    var random = SplitMix64(seed: 11)
    let readings = (0..<50_000).map { _ in
      let confidence = Double.random(in: 0...1, using: &random)
      return (confidence, Double.random(in: 0..<1, using: &random) < confidence)
    }
    let tally = Self.tally(readings)
    #expect(try #require(tally.expectedCalibrationError()) < 0.01)
    // ∫ c(1 − c) dc = 1/6
    #expect(abs(try #require(tally.brierScore) - 1.0 / 6) < 0.005)
  }
}
