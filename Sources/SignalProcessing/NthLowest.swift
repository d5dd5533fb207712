// SPDX-License-Identifier: MIT

/// Returns the value with the rank `rank`, 0 to 7, by insertion: for few values, and without a
/// branch that depends on them.
///
/// - Precondition: `values` holds more than `rank` floats.
public func nthLowest(_ rank: Int, of values: Span<Float>) -> Float {
  precondition((0...7).contains(rank) && rank < values.count)
  var sorted = SIMD8<Float>(repeating: .greatestFiniteMagnitude)
  for index in values.indices {
    let value = SIMD8<Float>(repeating: values[index])
    let before = SIMD8(
      -.infinity, sorted[0], sorted[1], sorted[2], sorted[3], sorted[4], sorted[5], sorted[6])
    // Lower values stay, the new value follows them, and all others move up by one.
    let raised = before.replacing(with: value, where: value .> before)
    sorted = sorted.replacing(with: raised, where: raised .< sorted)
  }
  return sorted[rank]
}
