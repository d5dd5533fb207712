// SPDX-License-Identifier: MIT

/// A position in a stream, in samples since its start: the only clock below the runtime.
///
/// Position *p* lies after the first *p* samples, so a result at *p* used samples 0 ..< *p* and no
/// others. Samples that a device dropped count too: a gap advances the position.
public struct SamplePosition: Hashable, Comparable, Sendable {
  /// The number of samples before this position.
  public var samples: Int64

  /// Makes the position after the first `samples` samples.
  @inlinable public init(_ samples: Int64) { self.samples = samples }

  /// The start of the stream.
  public static let start = SamplePosition(0)

  /// Compares two positions by their order in the stream.
  @inlinable public static func < (left: SamplePosition, right: SamplePosition) -> Bool {
    left.samples < right.samples
  }

  /// Returns the position `samples` later.
  @inlinable public func advanced(by samples: Int) -> SamplePosition {
    SamplePosition(self.samples + Int64(samples))
  }

  /// Returns the number of samples from `earlier` to this position.
  @inlinable public func distance(from earlier: SamplePosition) -> Int64 {
    samples - earlier.samples
  }

  /// Returns the time since the start of the stream, in seconds.
  @inlinable public func seconds(at rate: SampleRate) -> Double {
    Double(samples) / Double(rate.hertz)
  }
}

/// A whole number of samples a second.
public struct SampleRate: Hashable, Comparable, Sendable {
  /// The rates that Headstock supports: 8 kHz to 192 kHz.
  public static let supported = SampleRate(8000)...SampleRate(192_000)

  /// Samples a second.
  public var hertz: Int

  /// Makes a rate of `hertz` samples a second.
  ///
  /// - Precondition: `hertz` is above 0.
  @inlinable public init(_ hertz: Int) {
    precondition(hertz > 0, "A sample rate is above 0.")
    self.hertz = hertz
  }

  /// Compares two rates by their samples a second.
  @inlinable public static func < (left: SampleRate, right: SampleRate) -> Bool {
    left.hertz < right.hertz
  }
}

// Embedded Swift has no coding.
#if !hasFeature(Embedded)
  extension SamplePosition: Codable {}
  extension SampleRate: Codable {}
#endif
