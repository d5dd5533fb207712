// SPDX-License-Identifier: MIT

import PracticeGoals

extension Practice {
  /// Begins a workout.
  ///
  /// Earlier practice does not count for it, so the next reading sets the origin.
  mutating func startWorkout(_ now: WallTime) -> [PracticeEffect] {
    if let day = goals.today?.day, isForfeited(day) {
      return [.reportGate(.unlockForfeited(until: day.next))]
    }
    let effects = reduce(gate: .startWorkout, now)
    guard effects.isEmpty, let today = goals.today else { return effects }
    creditedMinutes = nil
    return [.fetch(.practiceMinutes, day: counted(today, at: now))]
  }

  /// Returns true if no workout can unlock a day again under the daily policy.
  private func isForfeited(_ day: LocalDay) -> Bool {
    guard case .daily = gate.policy, gate.isSpent(day) else { return false }
    switch gate.state {
    case .locked, .expired: return true
    case .earning, .unlocked: return false
    }
  }

  /// Credits new practice to the workout, if there is one.
  mutating func creditWorkout(_ now: WallTime) -> [PracticeEffect] {
    guard let total = goals.amounts[.practiceMinutes] else { return [] }
    let credited = creditedMinutes ?? total
    creditedMinutes = max(total, credited)
    guard case .session(let terms) = gate.policy, total > credited,
      let progress = gate.workoutProgress(at: now)
    else { return [] }
    let sum = progress.value + (total - credited) / Double(terms.workoutMinutes)
    // The rounding of many parts must not keep the sum below 1.
    return reduce(gate: .recordProgress(min(sum, 1) > 1 - 1e-9 ? 1 : sum), now)
  }

  /// Passes an action on to the goals.
  mutating func reduce(goals action: GoalsAction, _ now: WallTime) -> [PracticeEffect] {
    reports(goals.reduce(Timed(action, now: now)), now)
  }

  /// Passes an action on to the gate.
  mutating func reduce(gate action: GateAction, _ now: WallTime) -> [PracticeEffect] {
    reports(gate.apply(Timed(action, now: now)))
  }

  /// Returns a day with the start from which practice counts for it.
  func counted(_ day: PracticeDay, at now: WallTime) -> PracticeDay {
    day.counted(at: now, without: gate.isSpent)
  }

  func reports(_ effects: [GoalsEffect], _ now: WallTime) -> [PracticeEffect] {
    effects.map { effect in
      switch effect {
      case .fetch(let metric, let day): .fetch(metric, day: counted(day, at: now))
      case .report(let diagnostic): .reportGoals(diagnostic)
      }
    }
  }

  func reports(_ diagnostics: [GateDiagnostic]) -> [PracticeEffect] {
    diagnostics.map { .reportGate($0) }
  }
}
