// SPDX-License-Identifier: MIT

internal import Acoustics

/// The word beside the needle of a string of a stroke.
package enum StringWord: Hashable, Sendable {
  /// The string has not sounded yet.
  case awaited
  /// The newest stroke may contain the string, or another source.
  case unclear
  /// The string sounds in the newest stroke, but too uncertainly to judge.
  case uncertain
  /// The reading is of an earlier stroke.
  case earlier(age: Duration)
  case flat
  case inTune
  case sharp
}

extension StrumView {
  /// Returns the word for a string.
  ///
  /// The verdict on a reading of an earlier stroke never hides that the string is unclear or too
  /// uncertain to judge in the newest one.
  ///
  /// - Parameters:
  ///   - string: one of `strings`.
  ///   - now: the time, since the session began.
  /// - Returns: the word.
  package func word(for string: StrumStringView, at now: Duration) -> StringWord {
    let isOfStroke = string.stroke == strokeCount && strokeCount > 0
    if string.latestState == .unclear, !isOfStroke {
      return string.isUncertain ? .uncertain : .unclear
    }
    if !isOfStroke, case .kept(let age) = freshness(of: string, at: now) {
      return .earlier(age: age)
    }
    switch string.direction {
    case .up?: return .flat
    case .down?: return .sharp
    case nil: return string.reading == nil ? .awaited : .inTune
    }
  }
}
