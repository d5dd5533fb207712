// SPDX-License-Identifier: MIT

import PracticeGoals

extension Gate {
  /// Applies the verdict of the goals under the daily policy; the session policy ignores it.
  mutating func applyVerdict(_ evaluation: GoalEvaluation) {
    guard case .daily = policy else { return }
    switch evaluation.verdict {
    case .undecided: keepEarning(evaluation.progress)
    case .shouldBlock: lock(evaluation.progress)
    case .noGoals, .met: unlock(evaluation)
    }
  }

  private mutating func lock(_ progress: PracticeProgress) {
    switch state {
    case .unlocked(.exit): break
    case .unlocked(.day), .unlocked(.session), .unlocked(.notEnforced): state = .locked
    case .earning: state = .earning(progress: progress)
    case .locked, .expired: break
    }
  }

  /// Unlocks at most once a day: a forfeited or ended unlock stays ended, and its end never moves
  /// later.
  private mutating func unlock(_ evaluation: GoalEvaluation) {
    let kept = interrupted?.end(on: evaluation.day, at: latest)
    let end = min(kept ?? evaluation.dayEnd, evaluation.dayEnd)
    let isOver = latest.map { $0 >= end } ?? false
    switch state {
    case .unlocked(.day): break
    case .locked, .earning, .expired, .unlocked(.session), .unlocked(.notEnforced),
      .unlocked(.exit):
      if isOver || isSpent(evaluation.day) {
        keepEarning(evaluation.progress)
      } else {
        state = .unlocked(.day(evaluation.day, until: end))
      }
    }
  }

  private mutating func keepEarning(_ progress: PracticeProgress) {
    switch state {
    case .earning: state = .earning(progress: progress)
    case .locked, .unlocked, .expired: break
    }
  }
}
