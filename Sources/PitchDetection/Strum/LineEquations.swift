// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The least-squares equations of a cluster of lines on a few bins.
///
/// A column of the Jacobian holds the derivatives of the model on the bins. Columns of the same
/// reach form a group. Two groups are multiplied only on the bins that both reach.
struct LineEquations: ~Copyable {
  /// The largest number of bins: the gaps between all lines of a cluster, and the bins beside them.
  static let widest = 24
  /// The number of vectors of two bins.
  private static let pairs = widest / 2

  /// Two or three columns that may differ from 0 on the same pairs of bins.
  private struct Group: BitwiseCopyable {
    var first = 0
    var count = 0
    var start = 0
    var end = 0
  }

  private let capacity: Int
  private(set) var columnCount = 0
  private var pairCount = 0
  /// The real and imaginary parts of two bins in each element; `pairs` elements per column.
  private var jacobian: FixedArray<SIMD4<Double>>
  private var residual: FixedArray<SIMD4<Double>>
  private var groups: FixedArray<Group>
  private var groupCount = 0
  var system: PositiveSystem

  /// Prepares for up to `columnCount` columns.
  init(columnCount: Int) {
    capacity = columnCount
    jacobian = FixedArray(repeating: .zero, count: columnCount * Self.pairs)
    residual = FixedArray(repeating: .zero, count: Self.pairs)
    groups = FixedArray(repeating: Group(), count: columnCount)
    system = PositiveSystem(order: columnCount)
  }

  /// Starts equations on a number of bins; of an odd number, the last vector ends with 0.
  mutating func begin(columnCount: Int, binCount: Int) {
    precondition(columnCount <= capacity && binCount <= Self.widest)
    self.columnCount = columnCount
    pairCount = (binCount + 1) / 2
    groupCount = 0
    system.begin(order: columnCount)
  }

  /// Begins the next group of columns, which differ from 0 only near a line.
  ///
  /// - Parameters:
  ///   - columns: two or three columns after those of the previous groups.
  ///   - reach: the number of bins on each side of the line's nearest bin.
  ///   - offset: the first bin of the cluster, relative to the line's nearest bin.
  /// - Returns: the pairs of bins that the caller must write.
  mutating func beginGroup(_ columns: Range<Int>, reach: Int, offset: Int) -> Range<Int> {
    let start = min(max(-reach - offset, 0) / 2, pairCount)
    let end = max(start, min(pairCount, max(reach - offset, -2) / 2 + 1))
    groups[groupCount] = Group(
      first: columns.lowerBound, count: columns.count, start: start, end: end)
    groupCount += 1
    return start..<end
  }

  /// Sets the derivatives of a column on two bins.
  @inline(__always)
  mutating func set(_ column: Int, _ pair: Int, _ first: ComplexValue, _ second: ComplexValue) {
    jacobian[column * Self.pairs + pair] = SIMD4(first.re, first.im, second.re, second.im)
  }

  /// Sets the residual on two bins.
  @inline(__always)
  mutating func setResidual(_ pair: Int, _ first: ComplexValue, _ second: ComplexValue) {
    residual[pair] = SIMD4(first.re, first.im, second.re, second.im)
  }

  /// Writes the normal equations Re JᴴJ·scale and Re Jᴴe·scale into `system`.
  mutating func accumulate(scale: Double) {
    let columns = jacobian.address
    for index in 0..<groupCount {
      let rows = groups[index]
      for row in rows.first..<(rows.first + rows.count) {
        let own = columns + row * Self.pairs
        let right = Self.products(own, residual.address, 1, rows.start, rows.end)
        system.setRight(right.0 * scale, at: row)
      }
      for other in 0...index {
        let group = groups[other]
        let (start, end) = (max(rows.start, group.start), min(rows.end, group.end))
        let others = columns + group.first * Self.pairs
        for row in rows.first..<(rows.first + rows.count) {
          let own = columns + row * Self.pairs
          // The elements above the diagonal within a group are not read.
          if group.count == 3 {
            let sums = Self.products(own, others, 3, start, end)
            system.set(sums.0 * scale, at: row, group.first)
            system.set(sums.1 * scale, at: row, group.first + 1)
            system.set(sums.2 * scale, at: row, group.first + 2)
          } else {
            let sums = Self.products(own, others, 2, start, end)
            system.set(sums.0 * scale, at: row, group.first)
            system.set(sums.1 * scale, at: row, group.first + 1)
          }
        }
      }
    }
  }

  /// Returns the real parts of the products of a column with one to three columns.
  @inline(__always)
  private static func products(
    _ own: UnsafePointer<SIMD4<Double>>, _ others: UnsafePointer<SIMD4<Double>>, _ count: Int,
    _ start: Int, _ end: Int
  ) -> (Double, Double, Double) {
    var (first, second, third) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
    var pair = start
    while pair < end {
      let value = own[pair]
      first += value * others[pair]
      if count > 1 { second += value * others[pairs + pair] }
      if count > 2 { third += value * others[2 * pairs + pair] }
      pair += 1
    }
    return (first.sum(), second.sum(), third.sum())
  }
}
