// SPDX-License-Identifier: MIT

/// A place in a stream, counted in samples since its start: the only clock below the runtime.
///
/// Position *p* lies behind the first *p* samples, so an answer at *p* used samples 0 ..< *p* and
/// no others. Samples that a device dropped are counted too: a gap moves the position.
public struct SamplePosition: Hashable, Comparable, Codable, Sendable {
  /// The number of samples before this place.
  public var samples: Int64

  /// Makes the place behind the first `samples` samples.
  @inlinable public init(_ samples: Int64) { self.samples = samples }

  /// The start of the stream.
  public static let start = SamplePosition(0)

  /// Compares two places by their order in the stream.
  @inlinable public static func < (left: SamplePosition, right: SamplePosition) -> Bool {
    left.samples < right.samples
  }

  /// Returns the place `samples` later.
  @inlinable public func advanced(by samples: Int) -> SamplePosition {
    SamplePosition(self.samples + Int64(samples))
  }

  /// Returns the number of samples from `earlier` to here.
  @inlinable public func distance(from earlier: SamplePosition) -> Int64 {
    samples - earlier.samples
  }

  /// Returns the time since the start of the stream, in seconds.
  @inlinable public func seconds(at rate: SampleRate) -> Double {
    Double(samples) / Double(rate.hertz)
  }
}
