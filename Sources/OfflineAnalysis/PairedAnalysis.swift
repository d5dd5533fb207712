// SPDX-License-Identifier: MIT

/// Two analyses of the same samples.
package struct PairedAnalysis<
  First: SampleAnalysis & ~Copyable, Second: SampleAnalysis & ~Copyable
>:
  ~Copyable, SampleAnalysis
{
  /// An outcome of one of the analyses.
  package enum Event {
    case first(First.Event)
    case second(Second.Event)
  }

  /// The analysis that receives each block of samples first.
  package private(set) var first: First
  /// The analysis that receives it afterwards.
  package private(set) var second: Second

  /// Pairs two analyses of one recording.
  package init(_ first: consuming First, _ second: consuming Second) {
    self.first = first
    self.second = second
  }

  /// Analyses the next samples with both.
  package mutating func append<Failure: Error>(
    _ samples: Span<Float>, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    try first.append(samples) { event throws(Failure) in try take(.first(event)) }
    try second.append(samples) { event throws(Failure) in try take(.second(event)) }
  }

  /// Skips samples that were lost when the recording was made.
  package mutating func skip<Failure: Error>(
    _ count: Int, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    try first.skip(count) { event throws(Failure) in try take(.first(event)) }
    try second.skip(count) { event throws(Failure) in try take(.second(event)) }
  }

  /// Ends the recording for both.
  package mutating func finish<Failure: Error>(
    _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    try first.finish { event throws(Failure) in try take(.first(event)) }
    try second.finish { event throws(Failure) in try take(.second(event)) }
  }
}
