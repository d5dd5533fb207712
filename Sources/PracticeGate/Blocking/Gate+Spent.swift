// SPDX-License-Identifier: MIT

import PracticeGoals

/// An unlock of a day that ended because the clock showed an earlier date.
///
/// The unlock continues when the day returns, for example when the clock of a machine without a
/// battery is right again.
struct InterruptedUnlock: Hashable, Codable, Sendable {
  /// The date.
  let day: LocalDay
  /// The end.
  let end: WallTime
  /// The time that remained, in milliseconds.
  let milliseconds: Int64

  /// Returns the end of the unlock after a return to its day.
  ///
  /// - Parameters:
  ///   - day: the open day.
  ///   - now: the time of the return.
  /// - Returns: the end, which leaves at most the remaining time; `nil` for another day.
  func end(on day: LocalDay, at now: WallTime?) -> WallTime? {
    guard day == self.day else { return nil }
    return now.map { min(end, $0.advanced(byMilliseconds: milliseconds)) } ?? end
  }
}

/// The dates whose unlock can't be given again.
extension Gate {
  /// The largest number of earlier dates that are kept.
  private static let mostDates = 366

  /// Returns true if the unlock of a date was forfeited or has ended.
  func isSpent(_ day: LocalDay) -> Bool {
    day == spentDay || formerSpentDays?.contains(day) == true
  }

  /// Keeps a date whose unlock was forfeited or has ended.
  mutating func spend(_ day: LocalDay) {
    guard !isSpent(day) else { return }
    if let spentDay {
      formerSpentDays = ((formerSpentDays ?? []) + [spentDay]).suffix(Self.mostDates)
    }
    spentDay = day
  }

  /// Interrupts the unlock of a day from which the clock went back to an earlier date.
  ///
  /// - Parameters:
  ///   - day: the day that was open.
  ///   - before: the gate before the clock went back, with the end that has not moved.
  mutating func interrupt(_ day: LocalDay, _ before: Gate) {
    guard case .daily = policy, case .unlocked(.day(day, let end)) = before.state,
      let latest = before.latest, latest < end
    else { return }
    interrupted = InterruptedUnlock(
      day: day, end: end, milliseconds: end.milliseconds(since: latest))
    state = .locked
  }
}
