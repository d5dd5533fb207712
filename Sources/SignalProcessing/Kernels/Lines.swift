// SPDX-License-Identifier: MIT

/// Writes every second value plus an offset, within limits: output[k] = min(highest, max(lowest,
/// values[2k] + added[k])).
///
/// - Parameters:
///   - values: twice as many as outputs, or one less; NaN becomes `lowest`.
///   - added: as many as outputs.
///   - lowest: the lowest output.
///   - highest: the highest output.
///   - output: as many or more; overwritten from its start.
/// - Complexity: O(n), eight floats per step. Does not allocate.
public func addToEverySecond(
  _ values: Span<Float>, _ added: Span<Float>, lowest: Float, highest: Float,
  into output: inout MutableSpan<Float>
) {
  let count = added.count
  precondition(output.count >= count && values.count >= 2 * count - 1)
  let (least, most) = (SIMD8<Float>(repeating: lowest), SIMD8<Float>(repeating: highest))
  var index = 0
  while index + 8 <= count, 2 * index + 16 <= values.count {
    let sums = SIMD16<Float>(values, at: 2 * index).evenHalf + SIMD8<Float>(added, at: index)
    let raised = least.replacing(with: sums, where: sums .> least)
    raised.replacing(with: most, where: most .< raised).store(to: &output, at: index)
    index += 8
  }
  addToEverySecondRest(values, added, lowest, highest, &output, from: index)
}

@inline(__always)
func addToEverySecondRest(
  _ values: Span<Float>, _ added: Span<Float>, _ lowest: Float, _ highest: Float,
  _ output: inout MutableSpan<Float>, from start: Int
) {
  for index in start..<max(start, added.count) {
    let sum = values[2 * index] + added[index]
    let raised = sum > lowest ? sum : lowest
    output[index] = highest < raised ? highest : raised
  }
}

/// Joins points sixteen indices apart by straight lines and subtracts an offset: output[s + 16k +
/// i] = points[k] + i/16·(points[k+1] − points[k]) − taken[s + 16k + i].
///
/// - Parameters:
///   - points: one more than there are lines.
///   - taken: the offset at each index that is written.
///   - output: as many as `taken`; sixteen a line are overwritten.
///   - start: s, the index of the first point.
/// - Complexity: O(n), eight floats per step. Does not allocate.
public func writeLines(
  through points: Span<Float>, less taken: Span<Float>, into output: inout MutableSpan<Float>,
  from start: Int
) {
  checkLines(points, taken, output.count, start)
  let first = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) * 0.0625
  let second = first + 0.5
  var place = start
  for index in 0..<(points.count - 1) {
    let point = points[index]
    let rise = points[index + 1] - point
    (point + rise * first - SIMD8(taken, at: place)).store(to: &output, at: place)
    (point + rise * second - SIMD8(taken, at: place + 8)).store(to: &output, at: place + 8)
    place += 16
  }
}

@inline(__always)
func checkLines(_ points: Span<Float>, _ taken: Span<Float>, _ room: Int, _ start: Int) {
  precondition(points.count > 0 && start >= 0 && taken.count == room)
  precondition(start + 16 * (points.count - 1) <= room)
}
