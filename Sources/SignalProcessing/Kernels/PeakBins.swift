// SPDX-License-Identifier: MIT

/// Writes the places where `levels` is highest among its neighbours and stands above a floor.
///
/// - Parameters:
///   - levels: any floats.
///   - floor: as many.
///   - prominence: how far above the floor a peak stands.
///   - first: the first place that is looked at, 1 or more.
///   - bins: receives the places in rising order, as many as it holds.
/// - Returns: how many places were written.
/// - Complexity: O(n), eight places a step. Does not allocate.
public func findPeaks(
  in levels: Span<Float>, over floor: Span<Float>, by prominence: Float, from first: Int,
  into bins: inout FixedArray<Int16>
) -> Int {
  precondition(levels.count >= floor.count && first >= 1)
  let end = floor.count - 1
  var found = 0
  var index = first
  while index + 8 <= end, found + 8 <= bins.count {
    let here = SIMD8(levels, at: index)
    let isPeak =
      (here .> SIMD8(levels, at: index - 1)) .& (here .>= SIMD8(levels, at: index + 1))
      .& (here .> SIMD8(floor, at: index) + prominence)
    if any(isPeak) {
      for lane in 0..<8 where isPeak[lane] {
        bins[found] = Int16(index + lane)
        found += 1
      }
    }
    index += 8
  }
  return findPeaksRest(in: levels, over: floor, by: prominence, from: index, into: &bins, found)
}

/// The scalar twin of `findPeaks`.
func findPeaksScalar(
  in levels: Span<Float>, over floor: Span<Float>, by prominence: Float, from first: Int,
  into bins: inout FixedArray<Int16>
) -> Int {
  precondition(levels.count >= floor.count && first >= 1)
  return findPeaksRest(in: levels, over: floor, by: prominence, from: first, into: &bins, 0)
}

@inline(__always)
private func findPeaksRest(
  in levels: Span<Float>, over floor: Span<Float>, by prominence: Float, from first: Int,
  into bins: inout FixedArray<Int16>, _ before: Int
) -> Int {
  var found = before
  var index = first
  while index < floor.count - 1, found < bins.count {
    if levels[index] > levels[index - 1], levels[index] >= levels[index + 1],
      levels[index] > floor[index] + prominence
    {
      bins[found] = Int16(index)
      found += 1
    }
    index += 1
  }
  return found
}
