// SPDX-License-Identifier: MIT

public import Acoustics

/// A one-way stream of mono samples at a fixed rate.
///
/// Samples are at full scale ±1. They are passed on as they are, so that NaN, infinity and values
/// beyond full scale reach the caller, who counts them.
public protocol AudioSource<Failure>: ~Copyable {
  /// What can go wrong while reading; `Never` for a source in memory.
  associatedtype Failure: Error

  /// The number of samples a second, the same from the first sample to the last.
  var sampleRate: SampleRate { get }

  /// Where samples of the stream were lost: its own samples there are silence that nobody played.
  ///
  /// In their order, none touching another; empty for a source that says nothing of it.
  var gaps: [SampleGap] { get }

  /// Writes the next samples to the front of `block`.
  ///
  /// - Parameter block: filled to its end, unless the source ends first. What lies behind the
  ///   returned count is unspecified.
  /// - Returns: the number of samples written; 0 at the end, and ever after.
  /// - Throws: `Failure`, when the samples that follow can't be had.
  mutating func read(into block: inout MutableSpan<Float>) throws(Failure) -> Int
}

extension AudioSource where Self: ~Copyable {
  /// Nothing was lost.
  public var gaps: [SampleGap] { [] }
}
