// SPDX-License-Identifier: MIT

public import Acoustics

/// The frequency of A4, from which equal temperament derives every note.
public struct ReferencePitch: Hashable, Sendable {
  /// The supported frequencies: from French baroque to the sharpest orchestras.
  public static let supported = Hertz(390)...Hertz(490)
  /// The smallest step between two references.
  public static let step = Hertz(0.01)
  /// A4 = 440 Hz, ISO 16.
  public static let concert = ReferencePitch(unchecked: Hertz(440))

  /// The frequency of A4.
  public let a4: Hertz

  private init(unchecked a4: Hertz) { self.a4 = a4 }

  /// Makes a reference, rounded to the nearest `step`.
  ///
  /// - Throws: `TuningError.referenceOutOfRange` if the rounded frequency is outside `supported`.
  public init(a4: Hertz) throws(TuningError) {
    // Division by 100 gives the double nearest to the decimal. Multiplication by 0.01 does not.
    let rounded = Hertz((a4.value * 100).rounded() / 100)
    guard Self.supported.contains(rounded) else {
      throw .referenceOutOfRange(required: Self.supported, actual: a4)
    }
    self.init(unchecked: rounded)
  }

  /// Returns the reference some steps away, limited to `supported`.
  ///
  /// - Parameter steps: hundredths of a hertz; negative is down.
  /// - Returns: the reference.
  public func moved(bySteps steps: Int) -> ReferencePitch {
    let (low, high) = (Self.supported.lowerBound.value, Self.supported.upperBound.value)
    let hundredths = ((a4.value * 100).rounded() + Double(steps)) / 100
    return ReferencePitch(unchecked: Hertz(min(max(hundredths, low), high)))
  }

  /// Returns the frequency of `note`: A4·2^((midi − 69) / 12).
  public func frequency(of note: Note) -> Hertz {
    Hertz(a4.value * powerOfTwo(Double(note.midi - 69) / 12))
  }

  /// Returns the position of `frequency` on the keyboard: 12·log2(f / A4) + 69, a whole number at a
  /// note.
  ///
  /// - Precondition: `frequency` is above 0.
  public func keyboardPosition(of frequency: Hertz) -> Double {
    precondition(frequency.value > 0)
    // The ratio of the smallest numbers to A4 would be 0, whose logarithm is infinite.
    let ratio = max(frequency.value / a4.value, .leastNormalMagnitude)
    return 12 * binaryLogarithm(of: ratio) + 69
  }

  /// Returns the note nearest to `frequency`; the upper of two that are equally near.
  ///
  /// - Precondition: `frequency` is above 0 and finite.
  public func nearestNote(to frequency: Hertz) -> Note {
    Note(midi: Int(wholeBelow(keyboardPosition(of: frequency) + 0.5)))
  }
}

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
        + "\(Temperament.names.joined(separator: ", ")), or equal:19 or another division."
    case .resultOutOfRange(let field, let required, let actual):
      "A result's \(field) of \(actual) is outside \(required.lowerBound) to "
        + "\(required.upperBound)."
    }
  }
}
