// SPDX-License-Identifier: MIT

public import Acoustics

/// A stream of mono samples at a fixed rate that a caller reads.
///
/// Full scale is ±1. Samples are passed on unchanged: NaN, infinity and values beyond full scale
/// reach the caller, who counts them.
public protocol AudioSource<Failure>: ~Copyable {
  /// The error of reading; `Never` for a source in memory.
  associatedtype Failure: Error

  /// The samples a second, the same from the first sample to the last.
  var sampleRate: SampleRate { get }

  /// The positions where samples were lost. The stream has silence there.
  ///
  /// In order, none adjacent to another; empty for a source without this information.
  var gaps: [SampleGap] { get }

  /// Writes the next samples to the front of `block`.
  ///
  /// - Parameter block: filled to its end, unless the source ends first. Its content after the
  ///   returned count is unspecified.
  /// - Returns: the number of samples written; 0 at the end and from then on.
  /// - Throws: `Failure`, when the next samples cannot be read.
  mutating func read(into block: inout MutableSpan<Float>) throws(Failure) -> Int
}

extension AudioSource where Self: ~Copyable {
  /// No gaps.
  public var gaps: [SampleGap] { [] }
}
