// SPDX-License-Identifier: MIT

/// What can be wrong with a configuration of this module, found when it is made and never later.
public enum SignalProcessingError: Error, Equatable, Sendable {
  /// A transform needs at least `required` samples.
  case transformTooShort(required: Int, actual: Int)
  /// A real transform of an odd number of samples was asked for.
  case oddTransform(actual: Int)
  /// FFTW has no plan for this size.
  case planFailed(count: Int)
  /// What was given as wisdom is not that of this build of FFTW.
  case wisdomRefused
  /// A frame needs at least `required` samples.
  case frameTooShort(required: Int, actual: Int)
}

extension SignalProcessingError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .transformTooShort(let required, let actual):
      "A transform of \(actual) samples is too short: use \(required) or more."
    case .oddTransform(let actual):
      "A real transform of \(actual) samples is odd: use an even number."
    case .planFailed(let count):
      "FFTW has no plan for \(count) samples: use RealFFT.efficientCount(atLeast:)."
    case .wisdomRefused:
      "This wisdom is not of this build of FFTW: measure again, and keep RealFFT.wisdom."
    case .frameTooShort(let required, let actual):
      "A frame of \(actual) samples is too short: use \(required) or more."
    }
  }
}
