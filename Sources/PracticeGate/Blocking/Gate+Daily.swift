// SPDX-License-Identifier: MIT

import PracticeGoals

extension Gate {
  /// Acts on what the goals say, under the daily policy; the session policy asks nothing of goals.
  mutating func obey(_ evaluation: GoalEvaluation) {
    guard case .daily = policy else { return }
    // What was spent on another date says nothing about this one.
    if spentDay != evaluation.day { spentDay = nil }
    switch evaluation.verdict {
    case .undecided: keepEarning(evaluation.progress)
    case .shouldBlock: lock(evaluation.progress)
    case .noGoals, .met: unlock(evaluation)
    }
  }

  private mutating func lock(_ progress: PracticeProgress) {
    switch state {
    case .unlocked: state = .locked
    case .earning: state = .earning(progress: progress)
    case .locked, .expired: break
    }
  }

  /// Opens once a day: what was forfeited or used up stays so, and an end never moves away.
  private mutating func unlock(_ evaluation: GoalEvaluation) {
    let isOver = latest.map { $0 >= evaluation.dayEnd } ?? false
    switch state {
    case .unlocked(.day): break
    case .locked, .earning, .expired, .unlocked(.session), .unlocked(.notEnforced):
      if isOver || spentDay == evaluation.day {
        keepEarning(evaluation.progress)
      } else {
        state = .unlocked(.day(evaluation.day, until: evaluation.dayEnd))
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
