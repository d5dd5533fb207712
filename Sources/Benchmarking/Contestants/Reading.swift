// SPDX-License-Identifier: MIT

public import Acoustics
public import Evaluation

/// One update of a contestant.
public struct Reading: Hashable, Sendable {
  /// When the answer was available, in seconds: the position of the last sample it used.
  public var seconds: Double
  /// The answer, `nil` for "no pitch".
  public var answer: JudgedFrame.Answer?

  /// Makes a reading.
  public init(seconds: Double, answer: JudgedFrame.Answer?) {
    self.seconds = seconds
    self.answer = answer
  }

  /// Makes the reading that a program printed.
  public init(_ update: ContestantLines.Update) {
    self.init(
      seconds: update.seconds,
      answer: update.estimate.map {
        .init(frequency: $0.frequency, confidence: $0.confidence, sigma: $0.sigma)
      })
  }

  /// Returns this reading beside what was true at its time.
  public func judged(against truth: Hertz?) -> JudgedFrame {
    JudgedFrame(seconds: seconds, truth: truth, answer: answer)
  }
}
