// SPDX-License-Identifier: MIT

internal import Acoustics

/// Measures for how long the readings of a noisy pitch have agreed, and how much they scatter.
///
/// The readings of a weak string in noise scatter by tens of cents, but about one pitch, while
/// those of noise alone run away. A reading far from the slow mean counts against the pitch, and
/// the next one may agree again
/// (docs/decisions/0159-readings-that-agree-for-half-a-second.md).
///
/// An onset does not end an agreement that lasted, because noise has onsets too. Hum and motors
/// also hold their pitch: the mean must lie off the lines of the mains, and the comb must have
/// found partials, more of them near those lines (docs/decisions/0162-agreement-outlasts-onsets.md)
/// and at the speeds of a motor (docs/decisions/0166-slow-wander-and-noisy-pitches.md).
struct LastingTime {
  // | name           | unit | source                                                             |
  // | -------------- | ---- | ------------------------------------------------------------------ |
  // | answerSeconds  | s    | voices stay near their slow mean for a shorter time                |
  // | longestSeconds | s    | more agreement would only delay the next pitch                     |
  // | meanSeconds    | s    | time constant of the slow means: several independent windows       |
  // | onsetSeconds   | s    | two periods of the lowest string: the shortest window with a pitch |
  // | reach          | Hz   | scatter of strings in pink noise at −5 dB: 40 cents at 86 Hz. It   |
  // |                |      | is about the same frequency in windows of one length               |
  // | reachShare     | 1    | 40 cents, less than half a semitone                                |
  // | loss           | 1    | time that a second of disagreement takes away, in seconds          |
  // | leastEvidence  | 1    | mean score of a comb: the motors of refrigerators have less        |
  // | motorEvidence  | 1    | the same at the speed of a motor: motors reach 3 to 6              |
  // | mainsEvidence  | 1    | the same near a line of the mains, where motors turn               |
  // | mainsReach     | 1    | relative deviation of the mains frequency in practice              |
  // | mainsScatter   | 1    | error of the slow mean, as a share of the scatter of the readings  |
  // | motorReach     | 1    | slip of a motor under load, and the scatter of its readings        |
  private static let answerSeconds = 0.55
  private static let longestSeconds = 1.0
  private static let meanSeconds = 0.3
  private static let onsetSeconds = 0.05
  private static let reach = 2.0
  private static let reachShare = 0.0231
  private static let loss = 10.0
  private static let leastEvidence = 4.5
  private static let motorEvidence = 6.5
  private static let mainsEvidence = 8.0
  private static let mainsReach = 0.005
  private static let mainsScatter = 0.7
  private static let motorReach = 0.035

  private var agreed = 0.0
  private var mean = 0.0
  private var evidence = 0.0
  private var agrees = false
  private var variance = 0.0
  /// The time for which readings that disagree take nothing away, in seconds.
  private var excused = 0.0

  /// The time for which the readings have agreed, in seconds; 0 if the last one disagrees, or if
  /// hum or a motor may be their source.
  var seconds: Double { agrees && isString ? agreed : 0 }
  /// The standard deviation of the readings from their slow mean, as a share of it.
  var scatter: Double { mean > 0 ? variance.squareRoot() / mean : 0 }

  /// Makes an answer of a noisy pitch whose readings have agreed for longer than those of a voice.
  ///
  /// The search and the schedule do not see it, so no reading changes its frequency. The standard
  /// error is at least the scatter of the readings.
  ///
  /// - Parameters:
  ///   - estimate: the estimate of the last reading.
  ///   - confidence: the confidence of such an answer; an estimate with a higher one stays.
  func answer(_ estimate: inout PitchEstimate, confidence: Double) {
    guard seconds >= Self.answerSeconds, estimate.confidence < confidence else { return }
    estimate.confidence = confidence
    estimate.pitchConfidence = estimate.pitchConfidence.map { max($0, confidence) }
    let scatter = Cents(scatter * PartialFit.centsPerNeper)
    estimate.sigma = max(estimate.sigma ?? scatter, scatter)
  }

  private var isString: Bool {
    guard MainsLine.isNear(mean, within: Self.motorReach) else {
      return evidence >= Self.leastEvidence && !mayBeMotor(at: mean)
    }
    return evidence >= Self.mainsEvidence
      && !MainsLine.isNear(mean, within: Self.mainsReach + Self.mainsScatter * scatter)
  }

  /// Returns true if a motor may be the source of a pitch.
  ///
  /// - Parameter frequency: the pitch, in hertz.
  /// - Returns: true if it is the speed of a motor and the comb has not found the partials of a
  ///   string.
  func mayBeMotor(at frequency: Double) -> Bool {
    evidence < Self.motorEvidence && MotorHum.isSpeed(frequency)
  }

  /// Begins another note, which may be an onset while the same string rings.
  mutating func noteBegan() {
    if agreed < Self.meanSeconds { self = LastingTime() }
    excused = Self.onsetSeconds
  }

  /// Adds an update.
  ///
  /// - Parameters:
  ///   - frequency: its pitch, in hertz; `nil` for none, which disagrees with every pitch.
  ///   - evidence: the score of its comb; `nil` if it had none.
  ///   - elapsed: the time since the last update, in seconds.
  mutating func add(_ frequency: Double?, evidence: Double?, after elapsed: Double) {
    excused = max(0, excused - elapsed)
    let distance = frequency.map { $0 - mean } ?? .infinity
    agrees = abs(distance) < min(Self.reach, Self.reachShare * mean)
    if agrees {
      let share = min(1, elapsed / Self.meanSeconds)
      agreed = min(Self.longestSeconds, agreed + elapsed)
      mean += distance * share
      variance += (distance * distance - variance) * share
      if let evidence { self.evidence += (evidence - self.evidence) * share }
    } else if agreed > Self.loss * elapsed {
      if excused == 0 { agreed -= Self.loss * elapsed }
    } else if excused == 0 || mean == 0 {
      self = LastingTime()
      mean = frequency ?? 0
    }
  }
}
