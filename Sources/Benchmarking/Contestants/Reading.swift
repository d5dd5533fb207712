// SPDX-License-Identifier: MIT

package import Acoustics
package import Evaluation

/// One update of a contestant.
package struct Reading: Hashable, Sendable {
  /// The time at which the answer was available, in seconds: the position of the last sample used.
  package var seconds: Double
  /// The answer, `nil` for "no pitch".
  package var answer: ScoredFrame.Answer?

  /// Makes a reading.
  package init(seconds: Double, answer: ScoredFrame.Answer?) {
    self.seconds = seconds
    self.answer = answer
  }

  /// Makes a reading from a program's output.
  package init(_ update: ContestantLines.Update) {
    self.init(
      seconds: update.seconds,
      answer: update.estimate.map {
        .init(frequency: $0.frequency, confidence: $0.confidence, sigma: $0.sigma)
      })
  }

  /// Returns this reading paired with the reference at its time.
  package func judged(against truth: Hertz?) -> ScoredFrame {
    ScoredFrame(seconds: seconds, truth: truth, answer: answer)
  }
}
