// SPDX-License-Identifier: MIT

/// Writes samples less their mean through a window, followed by zeros: output[i] =
/// window[i]·(samples[i] − mean).
///
/// - Parameters:
///   - samples: one or more.
///   - window: as many or more.
///   - output: as many or more; all of it is overwritten.
/// - Returns: the mean.
/// - Complexity: O(n), eight samples per step. Does not allocate.
@discardableResult
public func writeWindowed(
  _ samples: Span<Float>, by window: Span<Float>, into output: inout MutableSpan<Float>
) -> Float {
  let count = samples.count
  precondition(count > 0 && window.count >= count && output.count >= count)
  let vectorised = count & ~7
  var mean: Float = 0
  samples.withUnsafeBufferPointer { samples in
    window.withUnsafeBufferPointer { window in
      guard let first = samples.baseAddress, let weights = window.baseAddress else { return }
      var sums = SIMD8<Float>()
      var index = 0
      while index < vectorised {
        sums += SIMD8(first + index)
        index += 8
      }
      mean = sums.sum()
      while index < count {
        mean += first[index]
        index += 1
      }
      mean /= Float(count)
      index = 0
      while index < vectorised {
        ((SIMD8(first + index) - mean) * SIMD8(weights + index)).store(to: &output, at: index)
        index += 8
      }
    }
  }
  writeWindowedRest(samples, window, mean, &output, from: vectorised)
  return mean
}

@inline(__always)
func writeWindowedRest(
  _ samples: Span<Float>, _ window: Span<Float>, _ mean: Float,
  _ output: inout MutableSpan<Float>, from start: Int
) {
  for index in start..<samples.count { output[index] = (samples[index] - mean) * window[index] }
  for index in samples.count..<output.count { output[index] = 0 }
}
