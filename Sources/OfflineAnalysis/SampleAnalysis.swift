// SPDX-License-Identifier: MIT

package import AudioInput

/// An analysis that takes a recording sample by sample and reports events.
package protocol SampleAnalysis: ~Copyable {
  /// An outcome of the analysis.
  associatedtype Event

  /// Analyses the next samples.
  mutating func append<Failure: Error>(
    _ samples: Span<Float>, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure)
  /// Skips samples that were lost when the recording was made.
  mutating func skip<Failure: Error>(
    _ count: Int, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure)
  /// Ends the recording.
  mutating func finish<Failure: Error>(
    _ take: (Event) throws(Failure) -> Void
  ) throws(Failure)
}

extension RecordingAnalysis: SampleAnalysis {}
extension StrumAnalysis: SampleAnalysis {}

extension SampleAnalysis where Self: ~Copyable {
  /// The largest number of samples of one read.
  ///
  /// Together with the decoder's they fit in the first-level cache, which halves the time of
  /// reading.
  private static var blockCount: Int { 4096 }

  /// Analyses an audio source from its first sample to its last.
  ///
  /// - Parameters:
  ///   - source: a recording at the rate of this analysis. Its gaps are skipped.
  ///   - prepare: receives every block of samples before it is analysed, the samples of gaps
  ///     included.
  ///   - take: receives every event.
  /// - Throws: the errors of the source, of `prepare` and of `take`. If the source fails, the
  ///   analysis of the samples before is ended first, so that their last note is reported. If `take`
  ///   can't receive that note, its error is thrown, because it concerns all results.
  package mutating func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, preparing prepare: (Span<Float>) throws -> Void = { _ in },
    _ take: (Event) throws -> Void
  ) throws {
    var block = [Float](repeating: 0, count: Self.blockCount)
    var segments = StreamSegments(source.gaps)
    while true {
      let segment = segments.next(limit: Self.blockCount)
      let count: Int
      do { count = try Self.read(&source, into: &block, count: segment.count) } catch {
        try finish(take)
        throw error
      }
      if count == 0 { break }
      segments.advance(by: count)
      let samples = block.span.extracting(first: count)
      try prepare(samples)
      if segment.isGap {
        try skip(count, take)
      } else {
        try append(samples, take)
      }
    }
    try finish(take)
  }

  private static func read<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into block: inout [Float], count: Int
  ) throws(Source.Failure) -> Int {
    var span = block.mutableSpan
    var part = span._mutatingExtracting(first: count)
    return try source.read(into: &part)
  }
}
