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

  /// Asks the caches for what the next update reads and writes: nothing but speed hangs on it.
  ///
  /// Between two updates of a tuner most of a detector leaves the caches.
  mutating func prefetch()

  /// How many pitches were weighed in the last update; 0 of a detector that does not tell.
  var candidateCount: Int { get }

  /// Returns a pitch that was weighed in the last update.
  ///
  /// - Parameter index: 0 up to `candidateCount`.
  /// - Returns: the pitch and what speaks for it.
  func candidate(at index: Int) -> PitchCandidate
}

extension PitchDetector where Self: ~Copyable {
  /// Nothing: this detector waits for its memory as it comes to it.
  public mutating func prefetch() {}

  /// None: this detector does not tell what it weighed.
  public var candidateCount: Int { 0 }

  /// Is never called where none is told.
  ///
  /// - Parameter index: any.
  /// - Returns: nothing, ever.
  public func candidate(at index: Int) -> PitchCandidate {
    preconditionFailure("This detector tells no candidates.")
  }
}
