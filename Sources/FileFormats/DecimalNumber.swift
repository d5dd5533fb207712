// SPDX-License-Identifier: MIT

/// Reads a decimal number, such as `-2.5` or `1e3`.
///
/// `Double` also reads hexadecimal numbers, which no setting and no argument permits.
///
/// - Parameter text: the whole text of the number.
/// - Returns: the number, which may be infinite or NaN if the text says so; `nil` for other texts.
package func decimalNumber(_ text: some StringProtocol) -> Double? {
  text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") } ? nil : Double(text)
}
