// SPDX-License-Identifier: MIT

internal import Acoustics

/// The accuracy of pitch in the steady parts of any number of notes.
///
/// *Answered*, *gross* and *cents* use the thresholds of `ScoringThreshold`. Raw pitch accuracy is
/// mir_eval's and uses every reading regardless of its confidence.
public struct PitchTally: Hashable, Codable, Sendable {
  /// The share of answered frames among all frames.
  ///
  /// On clean strings this is the share with confidence 0.7 or more.
  public private(set) var answered = Rate()
  /// The share of answered frames that are off by more than 50 cents.
  public private(set) var gross = Rate()
  /// The number of gross errors by harmonic factor.
  public private(set) var harmonicErrors: [HarmonicError: Int] = [:]
  /// Signed errors of answered frames, gross ones included, in cents.
  public private(set) var cents = Measurements()
  /// The number of answered frames with an invalid frequency: gross, but without an error in
  /// `cents`.
  public private(set) var invalidCount = 0
  /// The share of all frames whose error is below each of `ScoringThreshold.tolerances`.
  public private(set) var rawPitchAccuracy = PerTolerance<PitchScale, Rate>(repeating: Rate())
  /// The calibration of `sigma` in answered frames.
  public private(set) var sigma = SigmaTally()
  /// The calibration of `confidence` over all frames with an answer of any confidence.
  public private(set) var confidence = ConfidenceTally()

  /// Makes an empty tally.
  public init() {}

  /// The share of answered frames that are whole octaves off, `nil` without answered frames.
  public var octaveErrorRate: Double? { octaves.share }

  /// The answered frames that are whole octaves off, of all answered frames.
  package var octaves: Rate {
    Rate(
      hits: harmonicErrors.reduce(0) { $0 + ($1.key.isOctave ? $1.value : 0) }, of: gross.total)
  }

  /// Adds the frames of one recording that lie in its steady window.
  ///
  /// - Parameters:
  ///   - frames: in any order; those without a reference are ignored.
  ///   - window: the steady part, in seconds; 0.7 to 1.4 s after the pluck of a synthetic string.
  public mutating func record(
    _ frames: some Sequence<ScoredFrame>, steady window: ClosedRange<Double>
  ) {
    for frame in frames where window.contains(frame.seconds) && frame.truth != nil {
      record(frame)
    }
  }

  private mutating func record(_ frame: ScoredFrame) {
    let error = frame.error
    answered.count(frame.isAnswered)
    for (index, tolerance) in ScoringThreshold.tolerances.enumerated() {
      rawPitchAccuracy[index].count(error.map { $0.magnitude < tolerance } ?? false)
    }
    guard let answer = frame.answer, let error else { return }
    let isGross = error.magnitude > ScoringThreshold.gross
    confidence.record(answer.confidence, isCorrect: !isGross)
    guard frame.isAnswered else { return }
    gross.count(isGross)
    if let name = HarmonicError(of: error) { harmonicErrors[name, default: 0] += 1 }
    guard error.value.isFinite else {
      invalidCount += 1
      return
    }
    cents.append(error.value)
    if let claimed = answer.sigma {
      sigma.record(
        error: Cents(max(0, error.magnitude.value - frame.spread.value)), sigma: claimed)
    }
  }

  /// Adds the counts of another shard.
  public mutating func merge(_ other: PitchTally) {
    answered.merge(other.answered)
    gross.merge(other.gross)
    harmonicErrors.merge(other.harmonicErrors, uniquingKeysWith: +)
    cents.merge(other.cents)
    invalidCount += other.invalidCount
    for index in rawPitchAccuracy.indices {
      rawPitchAccuracy[index].merge(other.rawPitchAccuracy[index])
    }
    sigma.merge(other.sigma)
    confidence.merge(other.confidence)
  }
}
