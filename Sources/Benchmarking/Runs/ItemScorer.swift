// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

/// Scores one item's readings.
struct ItemScorer {
  /// Readings a second that the steady part and the melody are scored at: neighbouring updates share
  /// almost all of their samples, and say the same thing twice.
  private static let scoredPerSecond = 20.0
  /// How early an update may come before its slot, in slots: positions are whole samples.
  private static let slotSlack = 0.01

  let truth: ItemTruth
  let sampleRate: SampleRate
  let settings: RunSettings

  /// Returns the score of `readings`, which are in the order of time.
  func score(_ readings: [Reading]) -> ItemScore {
    let frames = readings.compactMap(judge)
    let thinned = Self.thinned(frames)
    var score = ItemScore()
    score.noise.record(frames)
    score.melody.record(MelodyScore(AlignedMelody(thinned)))
    if let steady = truth.steady {
      if truth.allowsCents {
        score.pitch.record(thinned, steady: steady)
        recordBound(of: thinned, steady: steady, in: &score)
      } else {
        score.coarse.record(thinned, steady: steady)
      }
    }
    if let pluck = truth.pluck {
      score.settling.record(Settling(of: frames, pluck: pluck))
    }
    return score
  }

  private func judge(_ reading: Reading) -> JudgedFrame? {
    switch truth.state(at: reading.seconds) {
    case .pitch(let pitch): reading.judged(against: pitch)
    case .unvoiced: reading.judged(against: nil)
    case .undecided: nil
    }
  }

  /// Returns the first frame of every twentieth of a second.
  private static func thinned(_ frames: [JudgedFrame]) -> [JudgedFrame] {
    var slot: Int?
    return frames.filter { frame in
      let here = Int((frame.seconds * scoredPerSecond + slotSlack).rounded(.down))
      defer { slot = here }
      return here != slot
    }
  }

  /// Adds how many times the bound each answered reading is off that is no gross error.
  private func recordBound(
    of frames: [JudgedFrame], steady: ClosedRange<Double>, in score: inout ItemScore
  ) {
    guard case .synthetic(let truth) = truth, truth.noiseVariance > 0,
      truth.signal.noise?.colour == .white
    else { return }
    let half = Double(settings.boundWindow) / Double(sampleRate.hertz) / 2
    for frame in frames where steady.contains(frame.seconds) && frame.isAnswered {
      guard let error = frame.error, error.magnitude <= ScoringWord.gross,
        let pitch = frame.truth,
        let information = truth.weightedSquaredAmplitude(at: frame.seconds - half),
        let bound = CramerRaoBound(
          samples: settings.boundWindow, rate: sampleRate, pitch: pitch,
          amplitudes: [information.squareRoot()], noiseVariance: truth.noiseVariance)
      else { continue }
      score.overBound.append(bound.ratio(of: error))
      score.bound.append(bound.standardError.value)
    }
  }
}
