// SPDX-License-Identifier: MIT

public import Acoustics

/// What can be wrong with a musical setting.
public enum TuningError: Error, Equatable, Sendable {
  /// A4 lies outside what can be asked for.
  case referenceOutOfRange(required: ClosedRange<Hertz>, actual: Hertz)
  /// The in-tune window lies outside what can be asked for.
  case toleranceOutOfRange(required: ClosedRange<Cents>, actual: Cents)
  /// The hysteresis lies outside what can be asked for.
  case hysteresisOutOfRange(required: ClosedRange<Cents>, actual: Cents)
  /// The octave can't be divided into that many steps.
  case divisionOutOfRange(required: ClosedRange<Int>, actual: Int)
  /// There is no temperament of that name.
  case unknownTemperament(String)
  /// A result's number is out of its range, or not a number.
  case resultOutOfRange(field: String, required: ClosedRange<Double>, actual: Double)
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
