// SPDX-License-Identifier: MIT

/// An invalid configuration of this module.
///
/// The initialisers report it; no later call does.
public enum SignalProcessingError: Error, Equatable, Sendable {
  /// A transform needs at least `required` samples.
  case transformTooShort(required: Int, actual: Int)
  /// A real transform needs an even number of samples.
  case oddTransform(actual: Int)
  /// FFTW has no plan for this size.
  case planFailed(count: Int)
  /// The text is not wisdom of this build of FFTW.
  case wisdomRefused
  /// A frame needs at least `required` samples.
  case frameTooShort(required: Int, actual: Int)
}

extension SignalProcessingError: CustomStringConvertible {
  /// The error as one sentence.
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
