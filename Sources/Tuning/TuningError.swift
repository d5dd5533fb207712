// SPDX-License-Identifier: MIT

public import Acoustics

/// An invalid musical setting.
public enum TuningError: Error, Equatable, Sendable {
  /// A4 is out of range.
  case referenceOutOfRange(required: ClosedRange<Hertz>, actual: Hertz)
  /// The in-tune window is out of range.
  case toleranceOutOfRange(required: ClosedRange<Cents>, actual: Cents)
  /// The hysteresis is out of range.
  case hysteresisOutOfRange(required: ClosedRange<Cents>, actual: Cents)
  /// The octave cannot have that many steps.
  case divisionOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// No temperament has that name.
  case unknownTemperament(String)
  /// A number of a result is out of range, or NaN.
  case resultOutOfRange(field: String, required: ClosedRange<Double>, actual: Double)
}

extension TuningError: CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    switch self {
    case .referenceOutOfRange(let required, let actual):
      "A4 = \(actual.value) Hz is outside \(required.lowerBound.value) to "
        + "\(required.upperBound.value) Hz."
    case .toleranceOutOfRange(let required, let actual):
      "A tolerance of \(actual.value) cents is outside \(required.lowerBound.value) to "
        + "\(required.upperBound.value)."
    case .hysteresisOutOfRange(let required, let actual):
      "A hysteresis of \(actual.value) cents is outside \(required.lowerBound.value) to "
        + "\(required.upperBound.value)."
    case .divisionOutOfRange(let required, let actual):
      "An octave can't be divided into \(actual) steps. Choose \(required.lowerBound) to "
        + "\(required.upperBound)."
    case .unknownTemperament(let name):
      "\"\(name)\" is not a temperament. Choose from "
        + "\(Temperament.names.joined(separator: ", ")), equal:19 or another division, or a "
        + "Scala file NAME.scl."
    case .resultOutOfRange(let field, let required, let actual):
      "A result's \(field) of \(actual) is outside \(required.lowerBound) to "
        + "\(required.upperBound)."
    }
  }
}
