// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import TestSignals

/// All tallies of a run over notes, and the metrics that miss a limit.
struct Scorecard: Codable, Hashable {
  var pitch = PitchTally()
  var noise = NoiseTally()
  var settling = SettlingTally()
  var melody = MelodyTally()

  /// The metrics that can raise an alarm.
  enum Alarm: String, CaseIterable {
    case answered, gross, octave, cents, pitch50, pitch10, chroma
    case falseAlarm, voicingRecall, voicingFalseAlarm
    case firstCorrect, settled50, settled5, settled1
    case coverage, normalisedRMSError, rankCorrelation, calibration
  }

  mutating func record(_ frames: [ScoredFrame]) {
    pitch.record(frames, steady: ModelDetector.steady)
    noise.record(frames)
    settling.record(Settling(of: frames, pluck: ModelDetector.pluck))
    melody.record(MelodyScore(AlignedMelody(frames)))
  }

  mutating func merge(_ other: Scorecard) {
    pitch.merge(other.pitch)
    noise.merge(other.noise)
    settling.merge(other.settling)
    melody.merge(other.melody)
  }

  /// Scores `notes` notes of one detector, from their own seeds.
  init(_ detector: ModelDetector, notes: some Sequence<UInt64> = 1...12) {
    for note in notes {
      var random = SplitMix64(seed: note)
      let pitch = Hertz(55 * Double.random(in: 1...16, using: &random))
      record(detector.frames(pitch: pitch, using: &random))
    }
  }

  /// The metrics that miss the limits of the engine.
  ///
  /// An absent value raises an alarm only where it is a failure: no settling, a constant sigma.
  var alarms: Set<Alarm> {
    var alarms: Set<Alarm> = []
    func raise(_ alarm: Alarm, if isBad: Bool) {
      if isBad { alarms.insert(alarm) }
    }
    raise(.answered, if: (pitch.answered.share ?? 1) < 0.97)
    raise(.gross, if: (pitch.gross.share ?? 0) > 0)
    raise(.octave, if: (pitch.octaveErrorRate ?? 0) > 0)
    raise(.cents, if: (pitch.cents.magnitudes()?.median ?? 0) > 1)
    raise(.pitch50, if: (pitch.rawPitchAccuracy[0].share ?? 1) < 0.99)
    raise(.pitch10, if: (pitch.rawPitchAccuracy[1].share ?? 1) < 0.99)
    raise(.chroma, if: (melody.rawChromaAccuracy.distribution()?.mean ?? 1) < 0.9)
    raise(.falseAlarm, if: (noise.falseAlarms.share ?? 0) > 0.002)
    raise(.voicingRecall, if: (melody.voicingRecall.distribution()?.mean ?? 1) < 0.9)
    raise(.voicingFalseAlarm, if: (melody.voicingFalseAlarm.distribution()?.mean ?? 0) > 0.01)
    let limit = 0.035
    raise(.firstCorrect, if: (settling.firstCorrect.time(.median) ?? 9) > limit)
    raise(.settled50, if: (settling.settled[0].time(.median) ?? 9) > limit)
    raise(.settled5, if: (settling.settled[1].time(.median) ?? 9) > limit)
    raise(.settled1, if: (settling.settled[2].time(.median) ?? 9) > limit)
    raise(.coverage, if: (pitch.sigma.coverage ?? 1) < 0.94)
    raise(
      .normalisedRMSError,
      if: pitch.sigma.normalisedRMSError.map { !(0.7...1.3).contains($0) } ?? false)
    let hasSigma = pitch.sigma.count > 0
    raise(.rankCorrelation, if: hasSigma && (pitch.sigma.rankCorrelation ?? 0) < 0.3)
    raise(.calibration, if: (pitch.confidence.expectedCalibrationError() ?? 0) > 0.1)
    return alarms
  }
}
