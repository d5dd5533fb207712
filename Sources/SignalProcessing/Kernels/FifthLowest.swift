// SPDX-License-Identifier: MIT

/// Writes the fifth lowest of 32 values, at every eighth: lowest[k] is the fifth lowest of
/// values[8k ..< 8k + 32], or of those of them that there are.
///
/// Blocks of eight are sorted by a network, each lane a block; the five lowest of each are joined with
/// those of the next block, and of such pairs the fifth lowest remains. No value is compared with
/// another because of what it is: the work is the same for every signal.
///
/// Source: Knuth, *The Art of Computer Programming* 3, 2nd ed., §5.3.4, for the networks.
///
/// - Parameters:
///   - values: a multiple of 32 of them, none of which is not a number.
///   - scratch: five floats for each block of eight, and twenty more.
///   - lowest: one float a block, overwritten.
/// - Complexity: O(n), four blocks a step. Does not allocate.
public func writeFifthLowest(
  of values: Span<Float>, scratch: inout MutableSpan<Float>, into lowest: inout MutableSpan<Float>
) {
  let count = lowest.count
  let row = count + 4
  precondition(values.count == 8 * count && count.isMultiple(of: 4) && scratch.count >= 5 * row)
  let nothing = SIMD4<Float>(repeating: .greatestFiniteMagnitude)
  for rank in 0..<5 { nothing.store(to: &scratch, at: rank * row + count) }
  var block = 0
  while block < count {
    var lanes = transposed(values, at: 8 * block)
    sort(&lanes)
    store((lanes.0, lanes.1, lanes.2, lanes.3, lanes.4), to: &scratch, row: row, at: block)
    block += 4
  }
  block = 0
  while block < count {
    var lanes = join(&scratch, row: row, block, block + 1)
    sort(&lanes)
    store(lanes, to: &scratch, row: row, at: block)
    block += 4
  }
  block = 0
  while block < count {
    let lanes = join(&scratch, row: row, block, block + 2)
    higher(higher(higher(lanes.0, lanes.1), higher(lanes.2, lanes.3)), lanes.4)
      .store(to: &lowest, at: block)
    block += 4
  }
}

/// The scalar twin of `writeFifthLowest`.
func writeFifthLowestScalar(
  of values: Span<Float>, scratch: inout MutableSpan<Float>, into lowest: inout MutableSpan<Float>
) {
  precondition(values.count == 8 * lowest.count)
  for block in lowest.indices {
    lowest[block] = nthLowest(
      4, of: values.extracting(8 * block..<min(8 * block + 32, values.count)))
  }
}

private typealias Five = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
private typealias Eight = (
  SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>,
  SIMD4<Float>, SIMD4<Float>
)

/// Four blocks of eight, each in a lane.
@inline(__always)
private func transposed(_ values: Span<Float>, at start: Int) -> Eight {
  let (a, b) = (SIMD8<Float>(values, at: start), SIMD8<Float>(values, at: start + 8))
  let (c, d) = (SIMD8<Float>(values, at: start + 16), SIMD8<Float>(values, at: start + 24))
  return (
    SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]),
    SIMD4(a[2], b[2], c[2], d[2]), SIMD4(a[3], b[3], c[3], d[3]),
    SIMD4(a[4], b[4], c[4], d[4]), SIMD4(a[5], b[5], c[5], d[5]),
    SIMD4(a[6], b[6], c[6], d[6]), SIMD4(a[7], b[7], c[7], d[7])
  )
}

@inline(__always)
private func lower(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  a.replacing(with: b, where: b .< a)
}

@inline(__always)
private func higher(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  a.replacing(with: b, where: b .> a)
}

@inline(__always)
private func order(_ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>) {
  (a, b) = (lower(a, b), higher(a, b))
}

@inline(__always)
private func sort(_ x: inout Eight) {
  order(&x.0, &x.2)
  order(&x.1, &x.3)
  order(&x.4, &x.6)
  order(&x.5, &x.7)
  order(&x.0, &x.4)
  order(&x.1, &x.5)
  order(&x.2, &x.6)
  order(&x.3, &x.7)
  order(&x.0, &x.1)
  order(&x.2, &x.3)
  order(&x.4, &x.5)
  order(&x.6, &x.7)
  order(&x.2, &x.4)
  order(&x.3, &x.5)
  order(&x.1, &x.4)
  order(&x.3, &x.6)
  order(&x.1, &x.2)
  order(&x.3, &x.4)
  order(&x.5, &x.6)
}

@inline(__always)
private func sort(_ x: inout Five) {
  order(&x.0, &x.3)
  order(&x.1, &x.4)
  order(&x.0, &x.2)
  order(&x.1, &x.3)
  order(&x.0, &x.1)
  order(&x.2, &x.4)
  order(&x.1, &x.2)
  order(&x.3, &x.4)
  order(&x.2, &x.3)
}

@inline(__always)
private func store(
  _ lanes: Five, to scratch: inout MutableSpan<Float>, row: Int, at block: Int
) {
  lanes.0.store(to: &scratch, at: block)
  lanes.1.store(to: &scratch, at: row + block)
  lanes.2.store(to: &scratch, at: 2 * row + block)
  lanes.3.store(to: &scratch, at: 3 * row + block)
  lanes.4.store(to: &scratch, at: 4 * row + block)
}

/// The five lowest of two sorted fives, unsorted: the i-th of one against the (4 − i)-th of the other.
@inline(__always)
private func join(
  _ scratch: inout MutableSpan<Float>, row: Int, _ first: Int, _ second: Int
) -> Five {
  let sorted = scratch.span
  return (
    lower(SIMD4(sorted, at: first), SIMD4(sorted, at: 4 * row + second)),
    lower(SIMD4(sorted, at: row + first), SIMD4(sorted, at: 3 * row + second)),
    lower(SIMD4(sorted, at: 2 * row + first), SIMD4(sorted, at: 2 * row + second)),
    lower(SIMD4(sorted, at: 3 * row + first), SIMD4(sorted, at: row + second)),
    lower(SIMD4(sorted, at: 4 * row + first), SIMD4(sorted, at: second))
  )
}
