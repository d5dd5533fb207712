// SPDX-License-Identifier: MIT

public import Acoustics

/// Estimates the pitch of one frame of samples, independent of other frames.
///
/// The real-time contract of `PitchDetector` holds here too.
public protocol FramePitchDetector: ~Copyable {
  /// The number of samples in a frame.
  var frameCount: Int { get }

  /// Returns the pitch at the end of `frame`.
  ///
  /// - Parameter frame: `frameCount` finite samples, oldest first, any scale.
  /// - Returns: `nil` if nothing repeats at all, such as digital silence.
  mutating func estimatePitch(of frame: Span<Float>) -> PitchEstimate?
}
