// SPDX-License-Identifier: MIT

package import Acoustics

extension DetectorKind {
  /// Returns the number of samples of the stream in which a pitch is measured at most.
  ///
  /// The state that a detector keeps of earlier samples selects a note and corrects the first
  /// partial of real strings. The pitch of a string without a body is measured in the newest
  /// samples alone.
  ///
  /// - Parameter sampleRate: the rate of the stream.
  /// - Returns: the longest window, with the filter before it.
  package func longestWindow(at sampleRate: SampleRate) -> Int {
    switch self {
    case .yin: YINDetector.frameCount(at: sampleRate, from: PitchRange.guitarAndBass.lowest)
    case .spectral, .engine: AnalysisStream.longestSpan(at: sampleRate)
    }
  }
}
