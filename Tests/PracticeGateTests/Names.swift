// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals

/// Returns the list of so named targets.
func targets(_ names: String...) -> TargetList {
  TargetList(names.compactMap { TargetID(rawValue: $0) })
}

extension SessionTerms {
  /// Terms that are known to be within their ranges.
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
  /// A progress that is known to be a number.
  static func made(_ value: Double) -> PracticeProgress {
    guard let progress = PracticeProgress(value) else { preconditionFailure("NaN") }
    return progress
  }
}
