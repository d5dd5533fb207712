// SPDX-License-Identifier: MIT

/// Writes the indices where `levels` is the maximum of its neighbours and stands above a floor.
///
/// - Parameters:
///   - levels: any floats.
///   - floor: as many.
///   - prominence: the height of a peak above the floor.
///   - first: the first index to check, 1 or more.
///   - bins: receives the indices in ascending order, up to its capacity.
/// - Returns: the number of indices written.
/// - Complexity: O(n), eight places per step. Does not allocate.
public func findPeaks(
  in levels: Span<Float>, over floor: Span<Float>, by prominence: Float, from first: Int,
  into bins: inout FixedArray<Float>
) -> Int {
  precondition(levels.count >= floor.count && first >= 1)
  let end = floor.count - 1
  var found = 0
  var index = first
  levels.withUnsafeBufferPointer { all in
    floor.withUnsafeBufferPointer { floors in
      guard let level = all.baseAddress, let noise = floors.baseAddress else { return }
      while index + 8 <= end, found + 8 <= bins.count {
        let here = SIMD8(level + index)
        // A peak is where all of these are above zero, or the second is NaN.
        let rise = here - SIMD8(level + index - 1)
        let fall = here - SIMD8(level + index + 1)
        let height = here - (SIMD8(noise + index) + prominence)
        let least = rise.replacing(with: height, where: height .< rise)
        let isPeak = (least .> 0) .& (fall .>= 0)
        var places = isPeak.bits
        while places != 0 {
          bins[found] = Float(index + places.trailingZeroBitCount)
          found += 1
          places &= places &- 1
        }
        index += 8
      }
    }
  }
  return findPeaksRest(
    in: levels, over: floor, by: prominence, from: index, to: end, into: &bins, found)
}

@inline(__always)
func findPeaksRest(
  in levels: Span<Float>, over floor: Span<Float>, by prominence: Float, from first: Int,
  to end: Int, into bins: inout FixedArray<Float>, _ before: Int
) -> Int {
  var found = before
  var index = first
  while index < end, found < bins.count {
    if levels[index] > levels[index - 1], levels[index] >= levels[index + 1],
      levels[index] > floor[index] + prominence
    {
      bins[found] = Float(index)
      found += 1
    }
    index += 1
  }
  return found
}

extension SIMDMask where Storage == SIMD8<Int32> {
  /// One bit a lane, from the lowest on.
  @inline(__always)
  fileprivate var bits: Int32 {
    let lanes =
      unsafeBitCast(self, to: SIMD8<Int32>.self) & SIMD8(1, 2, 4, 8, 16, 32, 64, 128)
    let four = lanes.lowHalf | lanes.highHalf
    return four.x | four.y | four.z | four.w
  }
}
