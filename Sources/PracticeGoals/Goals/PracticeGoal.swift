// SPDX-License-Identifier: MIT

/// A required amount of a metric on a day.
public struct PracticeGoal: Hashable, Sendable {
  /// The name.
  public let id: GoalID
  /// The metric.
  public let metric: PracticeMetric
  /// The target in the metric's unit; 0 is always met.
  public let target: Int
  /// The days on which it applies.
  public let schedule: GoalSchedule
  /// True when the goal applies at all.
  public let isEnabled: Bool

  /// Makes a goal.
  ///
  /// - Parameters:
  ///   - id: the name; the metric's name by default.
  ///   - metric: the metric.
  ///   - target: the target in the metric's unit; the metric's default by default.
  ///   - schedule: the days on which it applies.
  ///   - isEnabled: true if it applies at all.
  /// - Throws: `GoalError.targetOutOfRange` for a target outside the metric's range.
  public init(
    id: GoalID? = nil, _ metric: PracticeMetric, target: Int? = nil,
    schedule: GoalSchedule = .everyDay, isEnabled: Bool = true
  ) throws(GoalError) {
    let target = target ?? metric.defaultTarget
    guard metric.targets.contains(target) else {
      throw .targetOutOfRange(metric: metric, required: metric.targets, actual: target)
    }
    self.init(
      unchecked: id ?? GoalID(rawValue: metric.rawValue), metric, target, schedule, isEnabled)
  }

  /// Returns the goal of a metric with its default target, every day.
  ///
  /// - Parameter metric: the metric.
  /// - Returns: the goal, named after the metric.
  public static func standard(_ metric: PracticeMetric) -> PracticeGoal {
    PracticeGoal(
      unchecked: GoalID(rawValue: metric.rawValue), metric, metric.defaultTarget, .everyDay, true)
  }

  /// Returns this goal with its target moved by some steps within the metric's range.
  ///
  /// - Parameter steps: the number of steps of `targetStep`; negative for lower.
  /// - Returns: the adjusted goal.
  public func adjusted(bySteps steps: Int) -> PracticeGoal {
    let range = metric.targets
    let (product, overflow) = steps.multipliedReportingOverflow(by: metric.targetStep)
    let change = overflow ? steps.signum() * range.upperBound : product
    // The change is clamped first, so that the sum can't overflow.
    let cut = min(max(change, -range.upperBound), range.upperBound)
    let moved = min(max(target + cut, range.lowerBound), range.upperBound)
    return PracticeGoal(unchecked: id, metric, moved, schedule, isEnabled)
  }

  /// Returns this goal disabled.
  func switchedOff() -> PracticeGoal {
    PracticeGoal(unchecked: id, metric, target, schedule, false)
  }

  private init(
    unchecked id: GoalID, _ metric: PracticeMetric, _ target: Int, _ schedule: GoalSchedule,
    _ isEnabled: Bool
  ) {
    self.id = id
    self.metric = metric
    self.target = target
    self.schedule = schedule
    self.isEnabled = isEnabled
  }
}

extension PracticeGoal: Codable {
  private enum Key: String, CodingKey { case id, metric, target, schedule, isEnabled }

  /// Decodes a goal; one that the initialiser refuses is corrupt data.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let id = try container.decode(GoalID.self, forKey: .id)
    let metric = try container.decode(PracticeMetric.self, forKey: .metric)
    let target = try container.decode(Int.self, forKey: .target)
    let schedule = try container.decode(GoalSchedule.self, forKey: .schedule)
    let isEnabled = try container.decode(Bool.self, forKey: .isEnabled)
    do {
      try self.init(id: id, metric, target: target, schedule: schedule, isEnabled: isEnabled)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: "\(error)"))
    }
  }
}

/// The name of a goal, by which edits refer to it.
public struct GoalID: RawRepresentable, Hashable, Codable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes an identifier.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name in words, for sentences: that of the metric if the goal is named after it.
  public var words: String { PracticeMetric(rawValue: rawValue)?.words ?? rawValue }
}

/// The days on which a goal applies.
public enum GoalSchedule: Hashable, Codable, Sendable {
  /// Every day.
  case everyDay
  /// Some days of the week.
  case weekdays(Weekdays)
  /// One date only; the goal is disabled at the next local midnight.
  case only(LocalDay)

  /// Returns true if a goal with this schedule applies on `day`.
  public func includes(_ day: LocalDay) -> Bool {
    switch self {
    case .everyDay: true
    case .weekdays(let days): days.contains(day.weekday)
    case .only(let date): date == day
    }
  }
}
