// SPDX-License-Identifier: MIT

public import Acoustics

/// Estimates the pitch of a stream of samples.
///
/// The real-time contract: the initialiser configures and prepares a detector; it may throw and
/// allocate. Every other call neither allocates nor throws, takes no lock and reads no clock. The
/// configuration alone bounds its work, whatever the signal.
public protocol PitchDetector: SendableMetatype, ~Copyable {
  /// Appends the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples, any scale. The sizes of the chunks do not
  ///   affect the estimates.
  mutating func append(_ samples: Span<Float>)

  /// Returns the pitch at the end of the appended samples.
  ///
  /// - Returns: `nil` if nothing repeats, as in digital silence.
  mutating func estimatePitch() -> PitchEstimate?

  /// Discards all state, as if the detector were newly made.
  mutating func reset()
}
