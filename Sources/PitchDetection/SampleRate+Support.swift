// SPDX-License-Identifier: MIT

internal import Acoustics

extension SampleRate {
  /// Refuses a rate that detectors do not listen at.
  ///
  /// - Throws: `PitchDetectionError.sampleRateUnsupported`.
  func checkSupport() throws(PitchDetectionError) {
    guard Self.supported.contains(self) else {
      throw .sampleRateUnsupported(required: Self.supported, actual: self)
    }
  }
}
