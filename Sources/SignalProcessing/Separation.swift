// SPDX-License-Identifier: MIT

/// Separates every other sample from those between: it moves floats and calculates nothing, so it is no
/// kernel.
///
/// - Parameters:
///   - samples: 2·`count` of them or more, from `first` on.
///   - first: the first even sample.
///   - count: how many of each there are.
///   - evens: receives samples[first], samples[first + 2], … from its start on.
///   - odds: receives samples[first + 1], samples[first + 3], … from its start on.
/// - Complexity: O(n), eight of each a step. Does not allocate.
public func separate(
  _ samples: Span<Float>, from first: Int, count: Int, into evens: inout MutableSpan<Float>,
  and odds: inout MutableSpan<Float>
) {
  precondition(first >= 0 && count >= 0 && first + 2 * count <= samples.count)
  precondition(evens.count >= count && odds.count >= count)
  var index = 0
  while index + 8 <= count {
    let pairs = SIMD16<Float>(samples, at: first + 2 * index)
    pairs.evenHalf.store(to: &evens, at: index)
    pairs.oddHalf.store(to: &odds, at: index)
    index += 8
  }
  separateRest(samples, first, &evens, &odds, from: index, count)
}

/// The scalar twin of `separate`.
func separateScalar(
  _ samples: Span<Float>, from first: Int, count: Int, into evens: inout MutableSpan<Float>,
  and odds: inout MutableSpan<Float>
) {
  precondition(first >= 0 && count >= 0 && first + 2 * count <= samples.count)
  separateRest(samples, first, &evens, &odds, from: 0, count)
}

@inline(__always)
private func separateRest(
  _ samples: Span<Float>, _ first: Int, _ evens: inout MutableSpan<Float>,
  _ odds: inout MutableSpan<Float>, from start: Int, _ count: Int
) {
  for index in start..<max(start, count) {
    evens[index] = samples[first + 2 * index]
    odds[index] = samples[first + 2 * index + 1]
  }
}
