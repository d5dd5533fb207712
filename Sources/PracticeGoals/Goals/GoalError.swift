// SPDX-License-Identifier: MIT

/// The errors of a goal.
public enum GoalError: Error, Equatable, Sendable {
  /// The target is outside the metric's range.
  case targetOutOfRange(metric: PracticeMetric, required: ClosedRange<Int>, actual: Int)
  /// Two goals of one plan have the same name.
  case repeatedGoal(GoalID)
}

extension GoalError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .targetOutOfRange(let metric, let required, let actual):
      "A goal of \(actual) for \(metric.rawValue) is refused. Choose one from "
        + "\(required.lowerBound) to \(required.upperBound)."
    case .repeatedGoal(let id):
      "There are two goals named \"\(id.rawValue)\". Rename or remove one."
    }
  }
}
