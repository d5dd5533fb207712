// SPDX-License-Identifier: MIT

/// Separates even samples from odd ones.
///
/// It is not a kernel, because it only moves floats.
///
/// - Parameters:
///   - samples: 2·`count` of them or more, from `first` on.
///   - first: the index of the first even sample.
///   - count: the number of samples of each kind.
///   - evens: receives samples[first], samples[first + 2], … from `place` on.
///   - odds: receives samples[first + 1], samples[first + 3], … from `place` on.
///   - place: the index of the first of each kind in its output.
/// - Complexity: O(n), eight of each per step. Does not allocate.
public func separate(
  _ samples: Span<Float>, from first: Int, count: Int, into evens: inout MutableSpan<Float>,
  and odds: inout MutableSpan<Float>, at place: Int = 0
) {
  precondition(first >= 0 && count >= 0 && first + 2 * count <= samples.count)
  precondition(place >= 0 && evens.count >= place + count && odds.count >= place + count)
  var index = 0
  while index + 8 <= count {
    let pairs = SIMD16<Float>(samples, at: first + 2 * index)
    pairs.evenHalf.store(to: &evens, at: place + index)
    pairs.oddHalf.store(to: &odds, at: place + index)
    index += 8
  }
  separateRest(samples, first, &evens, &odds, place, from: index, count)
}

@inline(__always)
func separateRest(
  _ samples: Span<Float>, _ first: Int, _ evens: inout MutableSpan<Float>,
  _ odds: inout MutableSpan<Float>, _ place: Int, from start: Int, _ count: Int
) {
  for index in start..<max(start, count) {
    evens[place + index] = samples[first + 2 * index]
    odds[place + index] = samples[first + 2 * index + 1]
  }
}
