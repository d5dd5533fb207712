// SPDX-License-Identifier: MIT

internal import Acoustics
internal import CHeadstock
internal import PitchDetection
internal import SignalProcessing
internal import Tuning

/// A failure of a call from C: its status, and one sentence for a person.
struct InterfaceFailure: Error {
  let status: headstock_status
  let text: String

  /// A null pointer, or a size or count that is out of its range.
  static let argument = InterfaceFailure(
    status: HEADSTOCK_ERROR_ARGUMENT, text: "A pointer is null, or a size is out of range.")
}

extension InterfaceFailure {
  /// Translates the error of a detector's configuration.
  init(_ error: PitchDetectionError) {
    let status =
      switch error {
      case .sampleRateUnsupported: HEADSTOCK_ERROR_SAMPLE_RATE
      case .rangeUnsupported, .rangeEmpty: HEADSTOCK_ERROR_RANGE
      case .thresholdOutOfRange: HEADSTOCK_ERROR_DETECTOR
      case .transform: HEADSTOCK_ERROR_TRANSFORM
      }
    self.init(status: status, text: error.description)
  }

  /// Translates the error of a strum's configuration.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - numbers: the player's number of each string.
  init(_ error: StrumError, numbers: [Int]) {
    let status =
      switch error {
      case .sampleRateUnsupported: HEADSTOCK_ERROR_SAMPLE_RATE
      case .stringCount, .target, .range, .inharmonicity, .tooClose: HEADSTOCK_ERROR_STRUM
      case .transform: HEADSTOCK_ERROR_TRANSFORM
      }
    self.init(status: status, text: error.sentence { "\(numbers[$0])" })
  }

  /// Translates the error of a transform.
  init(_ error: SignalProcessingError) {
    self.init(status: HEADSTOCK_ERROR_TRANSFORM, text: error.description)
  }
}

/// Runs the body of a function of `headstock.h` that may fail.
///
/// - Parameter body: returns the status of success.
/// - Returns: that status, or the status of the failure, whose sentence the thread then keeps.
func reporting(_ body: () throws(InterfaceFailure) -> headstock_status) -> Int32 {
  do {
    return try body().rawValue
  } catch {
    headstock_last_error_set(error.text)
    return error.status.rawValue
  }
}
