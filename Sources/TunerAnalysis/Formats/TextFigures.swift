// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import Tuning

/// The text of numbers and targets.
package enum TextFigures {
  /// Returns a decimal with a fixed number of places.
  ///
  /// The separator is a point in every locale.
  ///
  /// - Parameters:
  ///   - value: any number.
  ///   - places: the number of digits after the point, 0 or more.
  /// - Returns: the digits.
  package static func number(_ value: Double, places: Int) -> String {
    fixedPoint(value, places: places)
  }

  /// Returns a number of things: `1 recording`, `2 recordings`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }

  /// Returns cents to a tenth with their sign, and zero without one.
  static func signed(_ cents: Cents) -> String {
    let rounded = (10 * cents.value).rounded() / 10
    return (rounded > 0 ? "+" : "") + number(rounded == 0 ? 0 : rounded, places: 1)
  }

  /// Returns ± and a standard deviation to a tenth of a cent.
  ///
  /// A smaller one is shown as 0.1, the resolution of the deviation beside it, because no reading
  /// is exact.
  ///
  /// - Parameter sigma: the deviation; `nil` if it is unknown.
  /// - Returns: text that begins with a space; empty for `nil`.
  static func error(_ sigma: Cents?) -> String {
    sigma.map { " ± " + number(max($0.value, 0.1), places: 1) } ?? ""
  }

  /// Returns text with spaces before it.
  static func pad(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Returns the label of a string of a stroke: `6:E2`, or `4+3:B3` for strings measured as one.
  static func label(of target: StrumTarget, in notation: NoteStyle) -> String {
    "\(target.numbers):\(notation.text(of: target.string.spelling))"
  }

  /// Returns the name of a string of a stroke: `string 6 (E2)`, or `strings 4+3 (B3)` for strings
  /// measured as one.
  static func name(of target: StrumTarget, in notation: NoteStyle) -> String {
    target.name(with: notation.text(of: target.string.spelling))
  }
}
