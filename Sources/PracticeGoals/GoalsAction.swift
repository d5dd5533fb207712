// SPDX-License-Identifier: MIT

/// An action of the goals.
public enum GoalsAction: Hashable, Codable, Sendable {
  /// Time passed.
  case tick
  /// All data must be read again: at start, on waking, on a retry, or when a source has new data.
  case refresh
  /// A source reported a day's total so far, in the metric's unit.
  case measured(PracticeMetric, amount: Double, day: LocalDay)
  /// A source could not be read.
  case fetchFailed(PracticeMetric, PracticeDataError)
  /// The player changed the plan.
  case edit(GoalEdit)
  /// The player chose a goal while nothing is enforced, so that it applies at once.
  case choose(GoalEdit)
  /// The time zone changed, effective from the next day, which may be due already.
  case calendarChanged(LocalCalendar)
}

/// An effect of the goals.
public enum GoalsEffect: Hashable, Codable, Sendable {
  /// Reads the total of a metric from `day.start` to now, and answers with `measured` for `day.day`
  /// or with `fetchFailed`.
  case fetch(PracticeMetric, day: PracticeDay)
  /// Reports a diagnostic.
  case report(GoalsDiagnostic)
}

/// A refused action or a deferred edit.
public enum GoalsDiagnostic: Hashable, Codable, Sendable {
  /// A total is not a number, infinite or negative; the previous one remains.
  case amountRefused(PracticeMetric)
  /// A total is above the largest amount of a day; the previous one remains.
  case amountTooLarge(PracticeMetric)
  /// A total is of a day other than today, and is ignored.
  case readingOfAnotherDay(PracticeMetric, day: LocalDay, today: LocalDay)
  /// A time of day has no source.
  case timeIsNotMeasured
  /// No goal has this name.
  case unknownGoal(GoalID)
  /// A goal for a single date is not for today.
  case dayIsNotToday(GoalID, day: LocalDay, today: LocalDay)
  /// A goal for today makes today easier, and could not be deferred.
  case easierToday(GoalID)
  /// The removed goal is for today alone: it stays until then, and ends by itself.
  case endsToday(GoalID)
  /// The edit makes today easier, and applies from another day on.
  case editWaits(GoalEdit, until: LocalDay)
  /// The clock was set back so far that an earlier date began again.
  case dayWentBack(from: LocalDay, to: LocalDay)
}

extension GoalsDiagnostic: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .amountRefused(let metric):
      "The amount of \(metric.words) is not a number of 0 or more; the last one stands. "
        + "Read the source again."
    case .amountTooLarge(let metric):
      "The amount of \(metric.words) is above \(Int(metric.largestAmount)), more than a day can "
        + "have; the last one stands. Read the source again."
    case .readingOfAnotherDay(let metric, let day, let today):
      "The amount of \(metric.words) is for \(day), not for \(today). Read the source again."
    case .timeIsNotMeasured: "The time of day comes with every action. Send no amount for it."
    case .unknownGoal(let id):
      "There is no goal named \"\(id.words)\". List the goals to see their names."
    case .dayIsNotToday(let id, let day, let today):
      "The goal \"\(id.words)\" is for \(day) alone. Make it for \(today), or for weekdays."
    case .easierToday(let id):
      "The goal \"\(id.words)\" would make today easier. Meet today's goals first."
    case .endsToday(let id):
      "The goal \"\(id.words)\" is for today alone: it stays until midnight, and then ends."
    case .editWaits(_, let day): "This makes today easier, so it counts from \(day) on."
    case .dayWentBack(let from, let to):
      "The clock went back from \(from) to \(to), so that day begins again. Check the clock."
    }
  }
}
