// SPDX-License-Identifier: MIT

public import Acoustics

/// Hears the pitch of one frame of samples, and remembers nothing from one to the next.
///
/// The real-time contract of `PitchDetector` is its own, too.
public protocol FramePitchDetector: ~Copyable {
  /// Samples in a frame.
  var frameCount: Int { get }

  /// Returns the pitch at the end of `frame`.
  ///
  /// - Parameter frame: `frameCount` finite samples, oldest first, any scale.
  /// - Returns: `nil` where nothing repeats at all, such as digital silence.
  mutating func estimatePitch(of frame: Span<Float>) -> PitchEstimate?
}
