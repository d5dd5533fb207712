// SPDX-License-Identifier: MIT

public import Acoustics

/// Hears the pitch of a stream of samples.
///
/// The real-time contract: a detector is configured and prepared in its initialiser, which may throw
/// and allocate. The rest does neither, takes no lock, reads no clock, and its work is bounded by the
/// configuration whatever the signal.
public protocol PitchDetector: SendableMetatype, ~Copyable {
  /// Takes in the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples, any scale; the chunks they come in do not
  ///   show.
  mutating func append(_ samples: Span<Float>)

  /// Returns the pitch at the end of what was taken in.
  ///
  /// - Returns: `nil` where nothing repeats at all, such as digital silence.
  mutating func estimatePitch() -> PitchEstimate?

  /// Forgets everything that was taken in, as if made anew.
  mutating func reset()
}
