// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals

/// Returns the list of the targets with these names.
func targets(_ names: String...) -> TargetList {
  TargetList(names.compactMap { TargetID(rawValue: $0) })
}

extension SessionTerms {
  /// Session terms within their ranges.
  static func made(
    workoutMinutes: Int = 5, unlockMinutes: Int = 15, graceSeconds: Int = 30
  ) -> SessionTerms {
    do {
      return try SessionTerms(
        workoutMinutes: workoutMinutes, unlockMinutes: unlockMinutes, graceSeconds: graceSeconds)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension PracticeProgress {
  /// A progress from a finite number.
  static func made(_ value: Double) -> PracticeProgress {
    guard let progress = PracticeProgress(value) else { preconditionFailure("NaN") }
    return progress
  }
}
