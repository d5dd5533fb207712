// SPDX-License-Identifier: MIT

/// Returns the shortest decimal that reads back as `value`.
///
/// A whole number below 10¹⁵ has no point.
package func decimal(_ value: Double) -> String {
  if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
  return value.description
}
