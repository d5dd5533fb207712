// SPDX-License-Identifier: MIT

import FileFormats

/// Numbers for some strings, such as `6=-2,3=+1.5`.
enum StringNumbers {
  /// An entry that is not a string's number, `=` and a decimal number, or a string's second entry.
  struct WrongEntry: Error {
    let text: String
  }

  /// Reads entries that are separated by commas.
  ///
  /// - Parameter text: the entries; empty for none.
  /// - Returns: the numbers by the position of the string.
  /// - Throws: `WrongEntry`.
  static func read(_ text: String) throws(WrongEntry) -> [Int: Double] {
    var numbers: [Int: Double] = [:]
    if text.isEmpty { return numbers }
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = entry.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let position = Int(parts[0]),
        let number = decimalNumber(parts[1]), number.isFinite,
        numbers.updateValue(number, forKey: position) == nil
      else { throw WrongEntry(text: String(entry)) }
    }
    return numbers
  }
}
