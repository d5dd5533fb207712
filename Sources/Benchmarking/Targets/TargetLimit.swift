// SPDX-License-Identifier: MIT

/// What a figure must keep to.
public enum TargetLimit: Hashable, Sendable {
  /// It must not be above this.
  case atMost(Double)
  /// It must not be below this.
  case atLeast(Double)
  /// It must lie in this range.
  case within(ClosedRange<Double>)

  /// The least allowed value; `nil` where less is always allowed.
  public var lowest: Double? {
    switch self {
    case .atMost: nil
    case .atLeast(let least): least
    case .within(let range): range.lowerBound
    }
  }

  /// The greatest allowed value; `nil` where more is always allowed.
  public var highest: Double? {
    switch self {
    case .atMost(let most): most
    case .atLeast: nil
    case .within(let range): range.upperBound
    }
  }

  /// Returns whether `figure` keeps to the limit; the limit itself does.
  public func allows(_ figure: Double) -> Bool {
    (lowest.map { figure >= $0 } ?? true) && (highest.map { figure <= $0 } ?? true)
  }
}
