// SPDX-License-Identifier: MIT

/// Writes the fifth lowest of 32 values, in steps of eight: lowest[k] is the fifth lowest of
/// values[8k ..< 8k + 32], or of those that exist.
///
/// A network sorts blocks of eight, one block a lane. The five lowest of each block are merged with
/// those of the next, and the fifth lowest of two such pairs is the result. No branch depends on a
/// value: the work is the same for every signal.
///
/// Source: Knuth, *The Art of Computer Programming* 3, 2nd ed., §5.3.4, for the networks.
///
/// - Parameters:
///   - values: a multiple of 32 of them, none NaN.
///   - scratch: five floats for each block of eight, and twenty more.
///   - lowest: one float a block, overwritten.
/// - Complexity: O(n), four blocks per step. Does not allocate.
public func writeFifthLowest(
  of values: Span<Float>, scratch: inout MutableSpan<Float>, into lowest: inout MutableSpan<Float>
) {
  let count = lowest.count
  let row = count + 4
  precondition(values.count == 8 * count && count.isMultiple(of: 4) && scratch.count >= 5 * row)
  let nothing = SIMD4<Float>(repeating: .greatestFiniteMagnitude)
  scratch.withUnsafeMutableBufferPointer { scratch in
    guard let rows = scratch.baseAddress else { return }
    for block in stride(from: 0, to: count, by: 4) {
      let lanes = sorted(transposed(values, at: 8 * block))
      store((lanes.0, lanes.1, lanes.2, lanes.3, lanes.4), to: rows + block, row: row)
    }
    // The last block has no next block.
    store((nothing, nothing, nothing, nothing, nothing), to: rows + count, row: row)
    for block in stride(from: 0, to: count, by: 4) {
      let lanes = sorted(join(rows + block, row: row, to: 1))
      store(lanes, to: rows + block, row: row)
    }
    for block in stride(from: 0, to: count, by: 4) {
      let lanes = join(rows + block, row: row, to: 2)
      higher(higher(higher(lanes.0, lanes.1), higher(lanes.2, lanes.3)), lanes.4)
        .store(to: &lowest, at: block)
    }
  }
}

private typealias Five = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
private typealias Eight = (
  SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>,
  SIMD4<Float>, SIMD4<Float>
)

/// Four blocks of eight, one per lane.
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
private func sorted(_ lanes: Eight) -> Eight {
  var x = lanes
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
  return x
}

@inline(__always)
private func sorted(_ lanes: Five) -> Five {
  var x = lanes
  order(&x.0, &x.3)
  order(&x.1, &x.4)
  order(&x.0, &x.2)
  order(&x.1, &x.3)
  order(&x.0, &x.1)
  order(&x.2, &x.4)
  order(&x.1, &x.2)
  order(&x.3, &x.4)
  order(&x.2, &x.3)
  return x
}

@inline(__always)
private func store(_ lanes: Five, to rows: UnsafeMutablePointer<Float>, row: Int) {
  let place = UnsafeMutableRawPointer(rows)
  let bytes = MemoryLayout<Float>.stride * row
  place.storeBytes(of: lanes.0, as: SIMD4<Float>.self)
  place.storeBytes(of: lanes.1, toByteOffset: bytes, as: SIMD4<Float>.self)
  place.storeBytes(of: lanes.2, toByteOffset: 2 * bytes, as: SIMD4<Float>.self)
  place.storeBytes(of: lanes.3, toByteOffset: 3 * bytes, as: SIMD4<Float>.self)
  place.storeBytes(of: lanes.4, toByteOffset: 4 * bytes, as: SIMD4<Float>.self)
}

/// Returns the five lowest of two sorted fives, unsorted: the lower of the i-th of one and the (4 −
/// i)-th of the other.
///
/// The rows are in bounds because `block` and the block merged with it lie within a row.
@inline(__always)
private func join(_ sorted: UnsafePointer<Float>, row: Int, to distance: Int) -> Five {
  let other = sorted + distance
  return (
    lower(SIMD4(sorted), SIMD4(other + 4 * row)),
    lower(SIMD4(sorted + row), SIMD4(other + 3 * row)),
    lower(SIMD4(sorted + 2 * row), SIMD4(other + 2 * row)),
    lower(SIMD4(sorted + 3 * row), SIMD4(other + row)),
    lower(SIMD4(sorted + 4 * row), SIMD4(other))
  )
}
