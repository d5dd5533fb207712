// SPDX-License-Identifier: MIT

public import Acoustics

/// Hears a pitch in a frame of samples.
///
/// The real-time contract: a detector is configured and prepared in its initialiser, which may throw
/// and allocate. `estimatePitch(of:)` does neither, takes no lock, reads no clock, and its work is
/// bounded by the configuration whatever the signal.
public protocol PitchDetector: ~Copyable {
  /// Samples in a frame.
  var frameCount: Int { get }

  /// Returns the pitch at the end of `frame`.
  ///
  /// - Parameter frame: `frameCount` finite samples, oldest first, any scale.
  /// - Returns: `nil` where nothing repeats at all, such as digital silence.
  mutating func estimatePitch(of frame: Span<Float>) -> PitchEstimate?
}
