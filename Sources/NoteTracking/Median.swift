// SPDX-License-Identifier: MIT

/// Returns the median of values.
///
/// - Parameter values: the values in any order, without NaN.
/// - Returns: the middle value, or the mean of the two in the middle.
/// - Precondition: `values` is not empty.
/// - Complexity: O(n log n), n = values.count.
package func median(_ values: some Collection<Double>) -> Double {
  precondition(!values.isEmpty)
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
