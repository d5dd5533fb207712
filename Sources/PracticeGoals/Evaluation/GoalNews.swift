// SPDX-License-Identifier: MIT

/// The goals that were reached since the last check.
///
/// A goal is news if it was not met at an earlier check on the same day. A goal that was met before
/// the first check is not news, so a restarted program reports no goal twice.
public struct GoalNews: Hashable, Sendable {
  private var day: LocalDay?
  /// The goals of the day that were seen unmet.
  private var open: Set<GoalID> = []

  /// Makes news before the first check.
  public init() {}

  /// Checks the goals of a day.
  ///
  /// - Parameters:
  ///   - statuses: the status of each goal.
  ///   - day: the date.
  /// - Returns: the goals that are met now and were not met at an earlier check, in the same order.
  public mutating func reached(_ statuses: [GoalStatus], on day: LocalDay) -> [GoalStatus] {
    if day != self.day { open = [] }
    self.day = day
    return statuses.filter { status in
      switch status.state {
      case .unmet:
        open.insert(status.goal.id)
        return false
      case .met: return open.remove(status.goal.id) != nil
      // An amount that was never read says nothing about the goal.
      case .unknown: return false
      }
    }
  }
}
