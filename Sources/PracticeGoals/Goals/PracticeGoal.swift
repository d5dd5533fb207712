// SPDX-License-Identifier: MIT

/// So much of something on a day.
public struct PracticeGoal: Hashable, Sendable {
  /// What it is called by.
  public let id: GoalID
  /// What it counts.
  public let metric: PracticeMetric
  /// How much is enough, in the metric's unit; 0 is met by itself.
  public let target: Int
  /// On which days it counts.
  public let schedule: GoalSchedule
  /// Whether it counts at all.
  public let isEnabled: Bool

  /// Makes a goal.
  ///
  /// - Parameters:
  ///   - id: what it is called by; the metric's name by default.
  ///   - metric: what it counts.
  ///   - target: how much is enough, in the metric's unit; the metric's default by default.
  ///   - schedule: on which days it counts.
  ///   - isEnabled: whether it counts at all.
  /// - Throws: `GoalError.targetOutOfRange` when the metric can't have the target, as when it is
  ///   negative.
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
  /// - Parameter metric: what it counts.
  /// - Returns: the goal, called by the metric's name.
  public static func standard(_ metric: PracticeMetric) -> PracticeGoal {
    PracticeGoal(
      unchecked: GoalID(rawValue: metric.rawValue), metric, metric.defaultTarget, .everyDay, true)
  }

  /// Returns this goal with a target some steps higher, as far as the metric's range goes.
  ///
  /// - Parameter steps: how many of the metric's `targetStep`; negative for lower.
  /// - Returns: the adjusted goal.
  public func adjusted(bySteps steps: Int) -> PracticeGoal {
    let range = metric.targets
    let (product, overflow) = steps.multipliedReportingOverflow(by: metric.targetStep)
    let change = overflow ? steps.signum() * range.upperBound : product
    // The change is cut to the range first, so that the sum can't overflow.
    let cut = min(max(change, -range.upperBound), range.upperBound)
    let moved = min(max(target + cut, range.lowerBound), range.upperBound)
    return PracticeGoal(unchecked: id, metric, moved, schedule, isEnabled)
  }

  /// Returns this goal, not counting any more.
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

  /// Reads a goal; one that the initialiser refuses is corrupt data.
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
