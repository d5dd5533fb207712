// SPDX-License-Identifier: MIT

internal import Acoustics

extension SampleRate {
  /// Checks that detectors support the rate.
  ///
  /// - Throws: `PitchDetectionError.sampleRateUnsupported`.
  func checkSupport() throws(PitchDetectionError) {
    guard Self.supported.contains(self) else {
      throw .sampleRateUnsupported(required: Self.supported, actual: self)
    }
  }
}
