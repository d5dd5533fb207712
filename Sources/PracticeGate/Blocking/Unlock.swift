// SPDX-License-Identifier: MIT

public import PracticeGoals

/// Why the targets are accessible, and until when.
public enum Unlock: Hashable, Codable, Sendable {
  /// Nothing is enforced yet: onboarding is not done, or the goals were never decided.
  case notEnforced
  /// A workout was completed.
  case session(until: WallTime)
  /// The goals of a date are met.
  case day(LocalDay, until: WallTime)

  /// When it ends; `nil` when nothing is enforced, which no time ends.
  public var end: WallTime? {
    switch self {
    case .notEnforced: nil
    case .session(let end), .day(_, let end): end
    }
  }

  /// Returns this unlock, ending so much earlier.
  func ending(earlierByMilliseconds milliseconds: Int64) -> Unlock {
    switch self {
    case .notEnforced: .notEnforced
    case .session(let end): .session(until: end.advanced(byMilliseconds: -milliseconds))
    case .day(let day, let end): .day(day, until: end.advanced(byMilliseconds: -milliseconds))
    }
  }
}
