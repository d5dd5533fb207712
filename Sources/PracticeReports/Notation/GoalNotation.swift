// SPDX-License-Identifier: MIT

package import PracticeGoals
import PracticeServices

/// The notation of goals on the command line: `practice=20m`, `steps=10000`, `time=18:30`.
package enum GoalNotation {
  private static let names: KeyValuePairs<String, String> = [
    "practice": "practiceMinutes", "notes": "inTuneNotes", "energy": "activeEnergy",
    "exercise": "exerciseMinutes", "time": "timeOfDay",
  ]

  /// Reads `METRIC=VALUE`, a goal for every day.
  ///
  /// - Parameter text: the goal.
  /// - Returns: the goal.
  /// - Throws: `PracticeUsageError`.
  package static func goal(_ text: String) throws -> PracticeGoal {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw PracticeUsageError(GateRefusal.goalForm(text)) }
    return try goal(metric: String(parts[0]), value: String(parts[1]), schedule: .everyDay)
  }

  /// Reads a metric and a target.
  ///
  /// - Parameters:
  ///   - name: the short or the full name of the metric.
  ///   - value: the target: `20m`, `1h`, `10000`, `18:30`.
  ///   - schedule: the days.
  ///   - goals: the present goals; the activity of one of them keeps its letters.
  /// - Returns: the goal.
  /// - Throws: `PracticeUsageError`.
  package static func goal(
    metric name: String, value: String, schedule: GoalSchedule, in goals: [PracticeGoal] = []
  ) throws -> PracticeGoal {
    let named = try metric(name, in: goals)
    let metric = goals.contains { $0.metric == named } ? named : try measurable(named)
    guard let target = target(value, of: metric) else {
      throw PracticeUsageError(GateRefusal.goalValue(value, metric: name))
    }
    do throws(GoalError) {
      return try PracticeGoal(metric, target: target, schedule: schedule)
    } catch {
      throw PracticeUsageError("\(error)")
    }
  }

  /// Reads the short or the full name of a metric.
  ///
  /// - Parameter name: the name, such as `practice` or `exercise:walking`.
  /// - Returns: the metric.
  /// - Throws: `PracticeUsageError`.
  package static func metric(_ name: String) throws -> PracticeMetric {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let full = names.first { $0.key == parts.first.map(String.init) }?.value
    let kind = parts.count == 2 ? ":\(parts[1])" : ""
    guard let metric = PracticeMetric(rawValue: full.map { $0 + kind } ?? name),
      name.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
    else { throw PracticeUsageError(GateRefusal.unknownMetric(name)) }
    return metric
  }

  /// Returns the metric of a goal: an activity as health data name it.
  ///
  /// - Parameter metric: a metric, whose activity can be in any case.
  /// - Returns: the metric that a source can measure.
  /// - Throws: `PracticeUsageError` for an activity that no health data have: its goal could never
  ///   be met.
  private static func measurable(_ metric: PracticeMetric) throws -> PracticeMetric {
    guard case .exerciseMinutes(let activity) = metric else { return metric }
    let name = activity.rawValue
    guard let known = HealthActivity.named(name) else {
      throw PracticeUsageError(
        GateRefusal.unknownActivity(name, known: HealthActivity.suggestions(for: name)))
    }
    return .exerciseMinutes(known)
  }

  /// Reads the metric of a goal that is there.
  ///
  /// - Parameters:
  ///   - name: the name; that of an activity can be in any case.
  ///   - goals: the goals.
  /// - Returns: the metric of one of the goals, else the metric with this name.
  /// - Throws: `PracticeUsageError`.
  package static func metric(_ name: String, in goals: [PracticeGoal]) throws -> PracticeMetric {
    let named = try metric(name)
    if goals.contains(where: { $0.metric == named }) { return named }
    return goals.map(\.metric).first {
      $0.rawValue.lowercased() == named.rawValue.lowercased()
    } ?? named
  }

  /// Reads days: `every`, `today`, or names such as `mon,wed,fri`.
  ///
  /// - Parameters:
  ///   - text: the days.
  ///   - today: the day of `today`.
  /// - Returns: the schedule.
  /// - Throws: `PracticeUsageError`.
  package static func schedule(_ text: String, today: LocalDay) throws -> GoalSchedule {
    if text == "every" { return .everyDay }
    if text == "today" { return .only(today) }
    let known = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    let days = try text.split(separator: ",").map { word in
      guard let index = known.firstIndex(of: String(word)) else {
        throw PracticeUsageError(GateRefusal.unknownDays(text))
      }
      return Weekday.allCases[index]
    }
    guard let set = Weekdays(days) else { throw PracticeUsageError(GateRefusal.unknownDays(text)) }
    return .weekdays(set)
  }

  private static func target(_ text: String, of metric: PracticeMetric) -> Int? {
    switch metric {
    case .practiceMinutes, .exerciseMinutes:
      if text.hasSuffix("h") { return number(text.dropLast()).map { $0 * 60 } }
      return number(text.hasSuffix("m") ? text.dropLast() : text[...])
    case .timeOfDay:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1].count == 2, let hour = number(parts[0]),
        let minute = number(parts[1]), hour < 24, minute < 60
      else { return nil }
      return hour * 60 + minute
    case .inTuneNotes, .steps, .activeEnergy: return number(text[...])
    }
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } && text.count <= 9 ? Int(text) : nil
  }
}
