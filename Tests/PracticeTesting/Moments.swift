// SPDX-License-Identifier: MIT

import Foundation
public import PracticeGoals

/// Returns the time of an ISO 8601 text: `2026-11-21T07:30:00Z`, or with `+01:00` for `Z`.
public func moment(_ text: String) -> WallTime {
  guard let date = try? Date(text, strategy: .iso8601) else {
    preconditionFailure("\(text) is not a moment")
  }
  return WallTime(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
}

/// Returns the date of an ISO 8601 text: `2026-11-21`.
public func date(_ text: String) -> LocalDay {
  guard let day = LocalDay(text) else { preconditionFailure("\(text) is not a date") }
  return day
}
