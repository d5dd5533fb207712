// SPDX-License-Identifier: MIT

/// Writes the power of every bin of n real samples: power[k] = scale·|X[k]|², k from 0 to n/2.
///
/// Bins k and n/2 − k of the samples are computed from the same two bins of the complex transform
/// and squared at once. X itself is not stored.
///
/// Source: Cooley, Lewis & Welch 1970, doi:10.1016/0022-460X(70)90075-1, for the two bins.
///
/// - Parameters:
///   - bins: Z, the complex transform of n/2 points, interleaved; n floats.
///   - turns: two rows of n/4 + 1 floats: cos(2πk/n), then sin(2πk/n).
///   - scale: a factor on every power.
///   - power: n/2 + 1 floats or more, overwritten from the first.
/// - Complexity: O(n), four bins and their partners a step. Does not allocate.
public func writePower(
  ofPaired bins: Span<Float>, turns: Span<Float>, scale: Float,
  into power: inout MutableSpan<Float>
) {
  let half = checkedHalf(bins, turns)
  precondition(power.count > half)
  let row = turns.count / 2
  // All values are too large by a factor of two: one division at the end halves both sums.
  let quarter = SIMD4<Float>(repeating: 0.25 * scale)
  let vectorised = (row - 1) & ~3
  bins.withUnsafeBufferPointer { bins in
    turns.withUnsafeBufferPointer { turns in
      power.withUnsafeMutableBufferPointer { power in
        guard vectorised > 0, let bins = bins.baseAddress, let turns = turns.baseAddress,
          let power = power.baseAddress
        else { return }
        var (here, there, turn) = (bins + 2, bins + 2 * half - 8, turns + 1)
        var (above, below) = (power + 1, power + half - 4)
        let end = turn + vectorised
        while turn < end {
          let pair = PairedBins(here, there, turn, row)
          let (aboveRe, aboveIm) = (pair.sumRe + pair.turnedRe, pair.sumIm + pair.turnedIm)
          let (belowRe, belowIm) = (pair.sumRe - pair.turnedRe, pair.sumIm - pair.turnedIm)
          (quarter * (aboveRe * aboveRe + aboveIm * aboveIm)).store(to: above)
          (quarter * (belowRe * belowRe + belowIm * belowIm)).reversed.store(to: below)
          here += 8
          there -= 8
          turn += 4
          above += 4
          below -= 4
        }
      }
    }
  }
  writePowerRest(bins, turns, scale, &power, from: 1 + vectorised, half, row)
}

@inline(__always)
func writePowerRest(
  _ bins: Span<Float>, _ turns: Span<Float>, _ scale: Float, _ power: inout MutableSpan<Float>,
  from start: Int, _ half: Int, _ row: Int
) {
  for index in start..<max(start, row) {
    let pair = PairedBin(bins, turns, at: index, half, row)
    let (aboveRe, aboveIm) = (pair.sumRe + pair.turnedRe, pair.sumIm + pair.turnedIm)
    let (belowRe, belowIm) = (pair.sumRe - pair.turnedRe, pair.sumIm - pair.turnedIm)
    power[index] = 0.25 * scale * (aboveRe * aboveRe + aboveIm * aboveIm)
    power[half - index] = 0.25 * scale * (belowRe * belowRe + belowIm * belowIm)
  }
  let (first, last) = (bins[0] + bins[1], bins[0] - bins[1])
  power[0] = scale * (first * first)
  power[half] = scale * (last * last)
}

/// Writes the real parts of the first bins of real samples: Re X[k].
///
/// - Parameters:
///   - bins: as `writePower` takes them.
///   - turns: as `writePower` takes them.
///   - count: the number of bins from 0 on, up to n/2 + 1.
///   - parts: as many floats or more, overwritten from the first.
/// - Complexity: O(count), four bins and their partners a step. Does not allocate.
public func writeRealParts(
  ofPaired bins: Span<Float>, turns: Span<Float>, count: Int, into parts: inout MutableSpan<Float>
) {
  let half = checkedHalf(bins, turns)
  precondition(count >= 0 && count <= half + 1 && count <= parts.count)
  let row = turns.count / 2
  let one = SIMD4<Float>(repeating: 0.5)
  let vectorised = max(0, min(row, count) - 1) & ~3
  bins.withUnsafeBufferPointer { bins in
    turns.withUnsafeBufferPointer { turns in
      parts.withUnsafeMutableBufferPointer { parts in
        guard vectorised > 0, let bins = bins.baseAddress, let turns = turns.baseAddress,
          var part = parts.baseAddress
        else { return }
        var (here, there, turn) = (bins + 2, bins + 2 * half - 8, turns + 1)
        part += 1
        let end = turn + vectorised
        while turn < end {
          let pair = PairedBins(here, there, turn, row)
          (one * (pair.sumRe + pair.turnedRe)).store(to: part)
          here += 8
          there -= 8
          turn += 4
          part += 4
        }
      }
    }
  }
  writeRealPartsRest(bins, turns, count, &parts, from: 1 + vectorised, half, row)
}

@inline(__always)
func writeRealPartsRest(
  _ bins: Span<Float>, _ turns: Span<Float>, _ count: Int, _ parts: inout MutableSpan<Float>,
  from start: Int, _ half: Int, _ row: Int
) {
  for index in start..<max(start, min(row, count)) {
    let pair = PairedBin(bins, turns, at: index, half, row)
    parts[index] = 0.5 * (pair.sumRe + pair.turnedRe)
  }
  // The bins above the quarter are the partners of those below it.
  for index in row..<max(row, min(half, count)) {
    let pair = PairedBin(bins, turns, at: half - index, half, row)
    parts[index] = 0.5 * (pair.sumRe - pair.turnedRe)
  }
  if count > 0 { parts[0] = bins[0] + bins[1] }
  if count > half { parts[half] = bins[0] - bins[1] }
}

@inline(__always)
func checkedHalf(_ bins: Span<Float>, _ turns: Span<Float>) -> Int {
  precondition(bins.count >= 4 && bins.count.isMultiple(of: 2))
  precondition(turns.count == 2 * (bins.count / 4 + 1))
  return bins.count / 2
}

/// Four bins of the complex transform with their partners: Z[k] + Z*[n/2 − k], twice the transform
/// of the even samples, and (Z[k] − Z*[n/2 − k])/i rotated by −2πk/n, twice that of the odd ones.
private struct PairedBins {
  var sumRe: SIMD4<Float>
  var sumIm: SIMD4<Float>
  var turnedRe: SIMD4<Float>
  var turnedIm: SIMD4<Float>

  @inline(__always)
  init(
    _ here: UnsafePointer<Float>, _ there: UnsafePointer<Float>, _ turn: UnsafePointer<Float>,
    _ row: Int
  ) {
    let (first, second) = (SIMD4(here), SIMD4(here + 4))
    let (last, other) = (SIMD4(there + 4), SIMD4(there))
    let (re, im) = (
      SIMD4(first.x, first.z, second.x, second.z), SIMD4(first.y, first.w, second.y, second.w)
    )
    let (otherRe, otherIm) = (
      SIMD4(last.z, last.x, other.z, other.x), SIMD4(last.w, last.y, other.w, other.y)
    )
    let (cosine, sine) = (SIMD4(turn), SIMD4(turn + row))
    sumRe = re + otherRe
    sumIm = im - otherIm
    let (oddRe, oddIm) = (im + otherIm, otherRe - re)
    turnedRe = cosine * oddRe + sine * oddIm
    turnedIm = cosine * oddIm - sine * oddRe
  }
}

/// One bin with its partner, with the arithmetic of four.
private struct PairedBin {
  var sumRe: Float
  var sumIm: Float
  var turnedRe: Float
  var turnedIm: Float

  @inline(__always)
  init(_ bins: Span<Float>, _ turns: Span<Float>, at index: Int, _ half: Int, _ row: Int) {
    let (re, im) = (bins[2 * index], bins[2 * index + 1])
    let (otherRe, otherIm) = (bins[2 * (half - index)], bins[2 * (half - index) + 1])
    let (cosine, sine) = (turns[index], turns[row + index])
    sumRe = re + otherRe
    sumIm = im - otherIm
    let (oddRe, oddIm) = (im + otherIm, otherRe - re)
    turnedRe = cosine * oddRe + sine * oddIm
    turnedIm = cosine * oddIm - sine * oddRe
  }
}
