// SPDX-License-Identifier: MIT

import FileFormats

extension ClosedRange {
  /// Returns the ends in words, for a help text or a refusal.
  ///
  /// - Parameter number: returns the number of an end in the unit of the text.
  /// - Returns: such as "0.5 to 20".
  func ends(_ number: (Bound) -> Double) -> String {
    "\(decimal(number(lowerBound))) to \(decimal(number(upperBound)))"
  }
}
