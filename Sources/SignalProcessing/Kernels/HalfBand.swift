// SPDX-License-Identifier: MIT

/// Filters separated samples by a symmetric half-band filter, whose every second tap is zero:
/// output[m] = ½·odds[m+K−1] + Σ taps[i]·(evens[m+K−1−i] + evens[m+K+i]) over K taps.
///
/// - Parameters:
///   - evens: `count` + 2K − 1 samples or more.
///   - odds: `count` + K − 1 samples or more.
///   - taps: the odd taps of one side, from the middle outwards.
///   - output: receives `count` floats from `start` on.
///   - start: the index of the first output.
///   - count: the number of outputs.
/// - Complexity: O(count · taps), eight outputs per step. An output's bits don't depend on its
///   lane. Does not allocate.
public func filterHalfBand(
  _ evens: Span<Float>, _ odds: Span<Float>, by taps: Span<Float>,
  into output: inout MutableSpan<Float>, at start: Int, count: Int
) {
  checkHalfBand(evens, odds, taps, output.count, start, count)
  let tapCount = taps.count
  var index = 0
  evens.withUnsafeBufferPointer { evens in
    odds.withUnsafeBufferPointer { odds in
      taps.withUnsafeBufferPointer { taps in
        guard let evens = evens.baseAddress, let odds = odds.baseAddress,
          let taps = taps.baseAddress
        else { return }
        while index + 8 <= count {
          var sums = 0.5 * SIMD8<Float>(odds + index + tapCount - 1)
          var before = evens + index + tapCount - 1
          var after = evens + index + tapCount
          for tap in 0..<tapCount {
            sums += taps[tap] * (SIMD8<Float>(before) + SIMD8<Float>(after))
            // The sample before the first is never read.
            before -= 1
            after += 1
          }
          sums.store(to: &output, at: start + index)
          index += 8
        }
      }
    }
  }
  filterHalfBandRest(evens, odds, taps, &output, start, from: index, count)
}

@inline(__always)
func filterHalfBandRest(
  _ evens: Span<Float>, _ odds: Span<Float>, _ taps: Span<Float>,
  _ output: inout MutableSpan<Float>, _ start: Int, from first: Int, _ count: Int
) {
  for index in first..<max(first, count) {
    let middle = index + taps.count
    var sum = 0.5 * odds[middle - 1]
    for tap in taps.indices { sum += taps[tap] * (evens[middle - 1 - tap] + evens[middle + tap]) }
    output[start + index] = sum
  }
}

@inline(__always)
func checkHalfBand(
  _ evens: Span<Float>, _ odds: Span<Float>, _ taps: Span<Float>, _ room: Int, _ start: Int,
  _ count: Int
) {
  precondition(taps.count > 0 && count >= 0 && start >= 0 && start + count <= room)
  precondition(evens.count >= count + 2 * taps.count - 1 && odds.count >= count + taps.count - 1)
}
