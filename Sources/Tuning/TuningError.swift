// SPDX-License-Identifier: MIT

public import Acoustics

/// What can be wrong with a musical setting.
public enum TuningError: Error, Equatable, Sendable {
  /// A4 lies outside what can be asked for.
  case referenceOutOfRange(required: ClosedRange<Hertz>, actual: Hertz)
  /// The in-tune window lies outside what can be asked for.
  case toleranceOutOfRange(required: ClosedRange<Cents>, actual: Cents)
}

extension TuningError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .referenceOutOfRange(let required, let actual):
      "A4 = \(actual.value) Hz is outside \(required.lowerBound.value) to "
        + "\(required.upperBound.value) Hz."
    case .toleranceOutOfRange(let required, let actual):
      "A tolerance of \(actual.value) cents is outside \(required.lowerBound.value) to "
        + "\(required.upperBound.value)."
    }
  }
}
