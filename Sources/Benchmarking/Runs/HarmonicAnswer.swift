// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

/// The answer of a detector to a touched harmonic: the harmonic or the open string, whichever most
/// of its readings report.
struct HarmonicAnswer {
  /// The truth for this answer.
  let truth: ItemTruth
  /// True for the harmonic.
  let isHarmonic: Bool
  /// The readings within 50 cents of the answer, of those with confidence 0.3 or more.
  let held: Rate

  /// Finds the answer.
  ///
  /// The result is `nil` if no harmonic was touched.
  ///
  /// - Parameters:
  ///   - truth: the reference of the item.
  ///   - readings: the readings in the order of time.
  init?(to truth: ItemTruth, by readings: [Reading]) {
    guard case .synthetic(var signal) = truth, let touched = signal.touched,
      let pluck = truth.pluck
    else { return nil }
    // The first 50 ms contain too few periods of a low string.
    let heard = readings.compactMap { reading -> (seconds: Double, pitch: Hertz)? in
      guard reading.seconds >= pluck + ItemTruth.beginning.lowerBound,
        let answer = reading.answer, answer.confidence >= ScoringThreshold.tentative
      else { return nil }
      return (reading.seconds, answer.frequency)
    }
    func count(near number: Int) -> Int {
      heard.count { reading in
        signal.partial(number, at: reading.seconds).map {
          reading.pitch.interval(above: $0).magnitude <= ScoringThreshold.gross
        } ?? false
      }
    }
    let (open, harmonic) = (count(near: 1), count(near: touched.number))
    isHarmonic = harmonic > open
    held = Rate(hits: max(open, harmonic), of: heard.count)
    signal.heardPartial = isHarmonic ? touched.number : 1
    self.truth = .synthetic(signal)
  }
}
