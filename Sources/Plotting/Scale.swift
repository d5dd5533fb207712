// SPDX-License-Identifier: MIT

import Glibc

/// The mapping from values to positions on an axis, and its ticks.
package struct Scale: Hashable, Sendable {
  /// The spacing of values.
  package enum Kind: Hashable, Sendable {
    /// A linear scale.
    case linear
    /// A logarithmic scale for values above 0.
    case logarithmic
    /// A logarithmic scale of frequencies in hertz, with ticks at notes that carry their names.
    case notes
  }

  /// The spacing of values.
  package let kind: Kind
  /// The values at the ends of the axis.
  package let range: ClosedRange<Double>

  /// Makes a scale whose ends are round numbers that enclose `range`.
  ///
  /// - Parameters:
  ///   - kind: the spacing of values.
  ///   - range: the values, finite and above 0 for a logarithmic scale. An empty range is widened.
  ///   - tickCount: the approximate number of ticks of a linear scale.
  package init(_ kind: Kind, holding range: ClosedRange<Double>, tickCount: Int = 5) {
    self.kind = kind
    switch kind {
    case .linear:
      let step = Self.step(for: range, tickCount: tickCount)
      let lower = (range.lowerBound / step).rounded(.down) * step
      let upper = (range.upperBound / step).rounded(.up) * step
      self.range = lower...(upper > lower ? upper : lower + step)
      self.step = step
    case .logarithmic:
      let lower = pow(10, log10(range.lowerBound).rounded(.down))
      let upper = pow(10, log10(range.upperBound).rounded(.up))
      self.range = lower...(upper > lower ? upper : 10 * lower)
      step = 10
    case .notes:
      // Half a semitone of margin for the ticks of the outermost notes.
      let margin = exp2(1.0 / 24)
      self.range = range.lowerBound / margin...range.upperBound * margin
      step = margin * margin
    }
  }

  /// The difference (linear) or ratio (logarithmic) between ticks.
  private let step: Double

  /// The values of the ticks, ascending.
  package var ticks: [Double] {
    switch kind {
    case .linear:
      let count = Int(((range.upperBound - range.lowerBound) / step).rounded())
      // Multiplies the step instead of adding it up: 0.3 and not 0.30000000000000004.
      let first = (range.lowerBound / step).rounded()
      return (0...count).map { Self.clean((first + Double($0)) * step, step: step) }
    case .logarithmic:
      let (first, last) = (
        Int(log10(range.lowerBound).rounded()), Int(log10(range.upperBound).rounded())
      )
      let decades = (first...last).map { pow(10, Double($0)) }
      // Two decades or fewer have room for ticks at 2 and 5; more than nine decades have a tick at
      // every other.
      if last - first <= 2 {
        return decades.flatMap { [$0, 2 * $0, 5 * $0] }.filter { $0 <= decades[last - first] }
      }
      return last - first > 9
        ? decades.enumerated().filter { $0.offset % 2 == 0 }.map(\.element) : decades
    case .notes: return NoteTicks.frequencies(in: range)
    }
  }

  /// Returns the position of `value`: 0…1 inside the range, `nil` when it has none.
  package func place(of value: Double) -> Double? {
    guard value.isFinite else { return nil }
    switch kind {
    case .linear:
      return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    case .logarithmic, .notes:
      guard value > 0 else { return nil }
      return log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }
  }

  /// Returns 1, 2 or 5 times a power of ten, so that about `tickCount` steps fit.
  private static func step(for range: ClosedRange<Double>, tickCount: Int) -> Double {
    let span = range.upperBound - range.lowerBound
    guard span > 0 else { return max(1, abs(range.lowerBound)) }
    let raw = span / Double(max(1, tickCount))
    let magnitude = pow(10, log10(raw).rounded(.down))
    let factor = [1.0, 2, 5].first { raw <= $0 * magnitude * (1 + 1e-9) } ?? 10
    return factor * magnitude
  }

  private static func clean(_ value: Double, step: Double) -> Double {
    abs(value) < step * 1e-9 ? 0 : value
  }
}
