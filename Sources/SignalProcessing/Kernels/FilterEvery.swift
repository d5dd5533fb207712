// SPDX-License-Identifier: MIT

/// Writes every `stride`-th output of a filter: output[m] = Σ taps[k]·samples[first + m·stride +
/// k].
///
/// - Parameters:
///   - samples: the stream, oldest first.
///   - taps: the filter, a multiple of eight.
///   - first: the index of the oldest sample of the first output.
///   - stride: samples from one output to the next.
///   - output: receives `count` floats from `start` on.
///   - start: the index of the first output.
///   - count: the number of outputs.
/// - Complexity: O(count · taps), eight products per step. Does not allocate.
public func filterEvery(
  _ samples: Span<Float>, by taps: Span<Float>, from first: Int, stride: Int,
  into output: inout MutableSpan<Float>, at start: Int, count: Int
) {
  let tapCount = taps.count
  checkFilter(samples, taps, first, stride, output.count, start, count)
  samples.withUnsafeBufferPointer { samples in
    taps.withUnsafeBufferPointer { taps in
      guard var oldest = samples.baseAddress.map({ $0 + first }), let taps = taps.baseAddress
      else { return }
      for index in 0..<count {
        var sums = SIMD8<Float>()
        var tap = 0
        while tap < tapCount {
          sums += SIMD8(oldest + tap) * SIMD8(taps + tap)
          tap += 8
        }
        output[start + index] = sums.sum()
        // The sample after the last output is never read.
        oldest += stride
      }
    }
  }
}

@inline(__always)
func checkFilter(
  _ samples: Span<Float>, _ taps: Span<Float>, _ first: Int, _ stride: Int, _ room: Int,
  _ start: Int, _ count: Int
) {
  precondition(taps.count.isMultiple(of: 8) && first >= 0 && stride > 0 && count >= 0)
  precondition(count == 0 || first + (count - 1) * stride + taps.count <= samples.count)
  precondition(start >= 0 && start + count <= room)
}
