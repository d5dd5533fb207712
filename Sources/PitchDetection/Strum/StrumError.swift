// SPDX-License-Identifier: MIT

public import Acoustics
public import SignalProcessing

/// An error in the configuration of a `StrumEngine`.
public enum StrumError: Error, Equatable, Sendable {
  /// The sample rate is not supported.
  case sampleRateUnsupported(required: ClosedRange<SampleRate>, actual: SampleRate)
  /// The number of strings is not supported.
  case stringCount(required: ClosedRange<Int>, actual: Int)
  /// The target of the string at `index` is not supported.
  case target(index: Int, required: ClosedRange<Hertz>, actual: Hertz)
  /// The range of the string at `index` is not supported.
  case range(index: Int, required: ClosedRange<Cents>, actual: Cents)
  /// The inharmonicity of the string at `index` is not supported.
  case inharmonicity(index: Int, required: ClosedRange<Double>, actual: Double)
  /// Two strings are too close to each other.
  case tooClose(first: Int, second: Int, required: Cents, actual: Cents)
  /// The transforms could not be set up.
  case transform(SignalProcessingError)
}

extension StrumError: CustomStringConvertible {
  /// The error as one sentence, in which a number is the index of a string in the configuration.
  public var description: String { sentence { "\($0)" } }

  /// Returns the error as one sentence.
  ///
  /// - Parameter name: returns what follows "string" for an index of the configuration.
  /// - Returns: the sentence.
  package func sentence(_ name: (Int) -> String) -> String {
    switch self {
    case .sampleRateUnsupported(let required, let actual):
      "A sample rate of \(actual.hertz) Hz is not supported: use \(required.lowerBound.hertz) to "
        + "\(required.upperBound.hertz) Hz."
    case .stringCount(let required, let actual):
      "\(actual) strings cannot be measured at once: give \(required.lowerBound) to "
        + "\(required.upperBound)."
    case .target(let index, let required, let actual):
      "String \(name(index)) is tuned to \(actual.value) Hz: give \(required.lowerBound.value) to "
        + "\(required.upperBound.value) Hz."
    case .range(let index, let required, let actual):
      "String \(name(index)) is searched within \(actual.value) cents: give "
        + "\(required.lowerBound.value) to \(required.upperBound.value) cents."
    case .inharmonicity(let index, let required, let actual):
      "String \(name(index)) has an inharmonicity of \(actual): give \(required.lowerBound) to "
        + "\(required.upperBound)."
    case .tooClose(let first, let second, let required, let actual):
      "Strings \(name(first)) and \(name(second)) are \(actual.value) cents apart, less than "
        + "\(required.value): give both as one string."
    case .transform(let error):
      error.description
    }
  }
}
