// SPDX-License-Identifier: MIT

public import Acoustics
public import SignalProcessing

/// An error in a detector's configuration.
public enum PitchDetectionError: Error, Equatable, Sendable {
  /// The sample rate is not supported.
  case sampleRateUnsupported(required: ClosedRange<SampleRate>, actual: SampleRate)
  /// A bound of the range lies outside the supported range.
  case rangeUnsupported(required: PitchRange, actual: Hertz)
  /// The lowest frequency is not at least a semitone below the highest.
  case rangeEmpty(lowest: Hertz, highest: Hertz)
  /// The threshold on aperiodicity lies outside 0…1.
  case thresholdOutOfRange(actual: Float)
  /// The transforms could not be set up.
  case transform(SignalProcessingError)
}

extension PitchDetectionError: CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    switch self {
    case .sampleRateUnsupported(let required, let actual):
      "A sample rate of \(actual.hertz) Hz is not supported: use \(required.lowerBound.hertz) to "
        + "\(required.upperBound.hertz) Hz."
    case .rangeUnsupported(let required, let actual):
      "\(actual.value) Hz is outside the \(required.lowest.value) to \(required.highest.value) Hz "
        + "that can be looked for."
    case .rangeEmpty(let lowest, let highest):
      "The lowest pitch, \(lowest.value) Hz, must lie at least a semitone below the highest, "
        + "\(highest.value) Hz."
    case .thresholdOutOfRange(let actual):
      "An aperiodicity threshold of \(actual) is outside 0…1."
    case .transform(let error):
      error.description
    }
  }
}
