// SPDX-License-Identifier: MIT

public import Acoustics

/// One update of a detector beside what was true at that moment.
public struct JudgedFrame: Hashable, Sendable {
  /// What the detector said.
  public struct Answer: Hashable, Sendable {
    /// The pitch.
    public var frequency: Hertz
    /// How sure the detector was, 0…1.
    public var confidence: Double
    /// The detector's own standard error, where it has one.
    public var sigma: Cents?

    /// Makes an answer.
    public init(frequency: Hertz, confidence: Double, sigma: Cents? = nil) {
      self.frequency = frequency
      self.confidence = confidence
      self.sigma = sigma
    }
  }

  /// When the answer was available, in seconds: the position of the last sample it used.
  public var seconds: Double
  /// The pitch that sounds, `nil` where none does.
  ///
  /// Undecided moments make no frame.
  public var truth: Hertz?
  /// The answer, `nil` for "no pitch".
  public var answer: Answer?

  /// Makes a frame.
  public init(seconds: Double, truth: Hertz?, answer: Answer?) {
    self.seconds = seconds
    self.truth = truth
    self.answer = answer
  }

  /// Makes a frame of an estimate, read as `meaning`.
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

  /// Whether the detector committed itself: confidence of `ScoringWord.answered` or more.
  public var isAnswered: Bool { isAnswered(at: ScoringWord.answered) }

  /// Returns whether there is an answer with this confidence or more.
  public func isAnswered(at confidence: Double) -> Bool {
    answer.map { $0.confidence >= confidence } ?? false
  }

  /// How far the answer lies above the truth, `nil` without either.
  ///
  /// A frequency that is none (zero, negative, not finite) is infinitely far off.
  public var error: Cents? {
    guard let truth, let answer else { return nil }
    guard answer.frequency.value > 0, answer.frequency.value.isFinite else {
      return Cents(.infinity)
    }
    return answer.frequency.interval(above: truth)
  }
}
