// SPDX-License-Identifier: MIT

/// The limit of a figure.
package enum TargetLimit: Hashable, Sendable {
  /// The figure must not exceed this.
  case atMost(Double)
  /// The figure must not be below this.
  case atLeast(Double)
  /// The figure must lie in this range.
  case within(ClosedRange<Double>)

  /// The least allowed value; `nil` without a lower limit.
  package var lowest: Double? {
    switch self {
    case .atMost: nil
    case .atLeast(let least): least
    case .within(let range): range.lowerBound
    }
  }

  /// The greatest allowed value; `nil` without an upper limit.
  package var highest: Double? {
    switch self {
    case .atMost(let most): most
    case .atLeast: nil
    case .within(let range): range.upperBound
    }
  }

  /// Returns whether `figure` is within the limit, inclusive.
  package func allows(_ figure: Double) -> Bool {
    (lowest.map { figure >= $0 } ?? true) && (highest.map { figure <= $0 } ?? true)
  }
}
