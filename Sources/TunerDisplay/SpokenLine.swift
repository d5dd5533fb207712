// SPDX-License-Identifier: MIT

import TunerState
import Tuning

/// What a screen reader is given: one line for each change worth hearing.
public struct SpokenLine: Hashable, Sendable {
  /// Makes one that has said nothing.
  public init() {}

  /// The last line that was said.
  public private(set) var last: String?

  /// Returns the line for what is shown, when it says something else than the last one.
  ///
  /// The deviation is said in whole cents, and within the in-tune window only that it is in tune, so
  /// that a steady note is one line.
  ///
  /// - Parameters:
  ///   - frame: what is shown.
  ///   - look: how it speaks.
  /// - Returns: `nil` when there is nothing new.
  public mutating func next(for frame: DisplayFrame, look: DisplayLook) -> String? {
    let line = Self.text(for: frame, look: look)
    if line == last { return nil }
    last = line
    return line
  }

  private static func text(for frame: DisplayFrame, look: DisplayLook) -> String {
    let words = MeterWords(frame: frame, look: look)
    let tuner = frame.shown
    if let error = tuner.state.error { return look.text(.error(error)) }
    guard let name = words.noteName else { return words.status }
    switch tuner.tuningState {
    case .silent, .detecting: return words.status
    case .active: return words.deviation ?? name
    case .inTune: return "\(name), \(look.text(.confirmedShort))"
    case .slightlyFlat, .veryFlat, .slightlySharp, .verySharp:
      guard let cents = tuner.displayCents else { return name }
      let figure = look.text(.cents("\(abs(cents))"))
      return "\(name), \(look.text(cents < 0 ? .isFlat(figure) : .isSharp(figure)))"
    }
  }
}
