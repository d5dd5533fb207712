// SPDX-License-Identifier: MIT

public import Acoustics

/// One update of a detector paired with the reference at its time.
public struct ScoredFrame: Hashable, Sendable {
  /// The answer of a detector.
  public struct Answer: Hashable, Sendable {
    /// The pitch.
    public var frequency: Hertz
    /// The confidence, 0…1.
    public var confidence: Double
    /// The detector's own standard error, if it has one.
    public var sigma: Cents?
    /// The part of the pitch's movement that the detector subtracted as a beat; the pitch of a
    /// whole note includes it.
    public var beat = Cents(0)

    /// Makes an answer.
    public init(frequency: Hertz, confidence: Double, sigma: Cents? = nil) {
      self.frequency = frequency
      self.confidence = confidence
      self.sigma = sigma
    }
  }

  /// The time at which the answer was available, in seconds: the position of the last sample used.
  public var seconds: Double
  /// The reference pitch; `nil` when none sounds.
  ///
  /// Undecided moments have no frame.
  public var truth: Hertz?
  /// The answer, `nil` for "no pitch".
  public var answer: Answer?
  /// The distance by which measurements of the reference disagree.
  ///
  /// It is not an error of the reading, so sigma need not cover it.
  public var spread = Cents(0)

  /// Makes a frame.
  public init(seconds: Double, truth: Hertz?, answer: Answer?) {
    self.seconds = seconds
    self.truth = truth
    self.answer = answer
  }

  /// Makes a frame from an estimate, read as `meaning`.
  public init(
    seconds: Double, truth: Hertz?, estimate: PitchEstimate?, meaning: PitchMeaning = .partial
  ) {
    self.init(
      seconds: seconds, truth: truth,
      answer: estimate.flatMap { estimate in
        meaning.frequency(of: estimate).map {
          Answer(frequency: $0, confidence: estimate.confidence, sigma: estimate.sigma)
        }
      })
  }

  /// True when the confidence is `ScoringThreshold.answered` or more.
  public var isAnswered: Bool { isAnswered(at: ScoringThreshold.answered) }

  /// Returns true if there is an answer with at least this confidence.
  public func isAnswered(at confidence: Double) -> Bool {
    answer.map { $0.confidence >= confidence } ?? false
  }

  /// The deviation of the answer from the reference; `nil` when either is missing.
  ///
  /// An invalid frequency (zero, negative, not finite) gives an infinite error.
  public var error: Cents? {
    guard let truth, let answer else { return nil }
    guard answer.frequency.value > 0, answer.frequency.value.isFinite else {
      return Cents(.infinity)
    }
    return answer.frequency.interval(above: truth)
  }
}

/// The thresholds that define the terms of scoring, the same in every table.
public enum ScoringThreshold {
  /// *Answered*, and on noise a *false alarm*: this confidence or more.
  public static let answered = 0.7
  /// *Tentative*: this confidence or more.
  ///
  /// Only such answers count in the settling of a note. Answers to noise should stay below it.
  public static let tentative = 0.3
  /// *Gross*: an error larger than this.
  public static let gross = Cents(50)
  /// The tolerances of raw pitch accuracy, from mir_eval's to that of a strobe tuner.
  public static let tolerances = [Cents(50), Cents(10), Cents(5), Cents(1), Cents(0.1)]
  /// The tolerances for which settling is reported.
  public static let settling = [Cents(50), Cents(5), Cents(1)]
  /// The time for which readings must stay within a tolerance to count as settled, in seconds.
  public static let hold = 0.060
}
