// SPDX-License-Identifier: MIT

/// Returns the value that `rank` others are lower than or before, `rank` 0 to 7: by insertion, for few
/// values.
///
/// - Precondition: there are more than `rank`.
public func nthLowest(_ rank: Int, of values: Span<Float>) -> Float {
  precondition((0...7).contains(rank) && rank < values.count)
  var sorted = SIMD8<Float>(repeating: .greatestFiniteMagnitude)
  for index in values.indices where values[index] < sorted[rank] {
    var place = rank
    while place > 0, sorted[place - 1] > values[index] {
      sorted[place] = sorted[place - 1]
      place -= 1
    }
    sorted[place] = values[index]
  }
  return sorted[rank]
}
