// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The reason and the end of an unlock.
public enum Unlock: Hashable, Codable, Sendable {
  /// Nothing is enforced yet: the onboarding is incomplete, or the goals were never evaluated.
  case notEnforced
  /// A workout was completed.
  case session(until: WallTime)
  /// The goals of a date are met.
  case day(LocalDay, until: WallTime)

  /// The end of the unlock; `nil` when nothing is enforced, which has no end.
  public var end: WallTime? {
    switch self {
    case .notEnforced: nil
    case .session(let end), .day(_, let end): end
    }
  }

  /// Returns this unlock with its end moved earlier.
  func ending(earlierByMilliseconds milliseconds: Int64) -> Unlock {
    switch self {
    case .notEnforced: .notEnforced
    case .session(let end): .session(until: end.advanced(byMilliseconds: -milliseconds))
    case .day(let day, let end): .day(day, until: end.advanced(byMilliseconds: -milliseconds))
    }
  }
}
