// SPDX-License-Identifier: MIT

public import Acoustics
public import Evaluation

/// One update of a contestant.
public struct Reading: Hashable, Sendable {
  /// The time at which the answer was available, in seconds: the position of the last sample used.
  public var seconds: Double
  /// The answer, `nil` for "no pitch".
  public var answer: ScoredFrame.Answer?

  /// Makes a reading.
  public init(seconds: Double, answer: ScoredFrame.Answer?) {
    self.seconds = seconds
    self.answer = answer
  }

  /// Makes a reading from a program's output.
  public init(_ update: ContestantLines.Update) {
    self.init(
      seconds: update.seconds,
      answer: update.estimate.map {
        .init(frequency: $0.frequency, confidence: $0.confidence, sigma: $0.sigma)
      })
  }

  /// Returns this reading paired with the reference at its time.
  public func judged(against truth: Hertz?) -> ScoredFrame {
    ScoredFrame(seconds: seconds, truth: truth, answer: answer)
  }
}
