// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import Tuning

/// Numbers and targets as people read them.
enum TextFigures {
  /// Returns a decimal with so many places, always with a point.
  static func number(_ value: Double, places: Int) -> String {
    fixedPoint(value, places: places)
  }

  /// Returns cents to a tenth with their sign, and zero without one.
  static func signed(_ cents: Cents) -> String {
    let rounded = (10 * cents.value).rounded() / 10
    return (rounded > 0 ? "+" : "") + number(rounded == 0 ? 0 : rounded, places: 1)
  }

  /// Returns text with blanks before it.
  static func pad(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Returns text with blanks behind it.
  static func fill(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Returns how a person calls a target.
  static func name(of target: PitchTarget, in notation: NoteStyle) -> String {
    switch target {
    case .string(let string): "string \(string.position) (\(notation.text(of: string.spelling)))"
    case .note(let note): notation.text(of: note)
    case .degree: target.description
    }
  }
}
