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

/// An audio source that reads samples from memory.
public struct MemorySource: AudioSource, Sendable {
  /// Reading memory does not fail.
  public typealias Failure = Never

  /// The samples a second.
  public let sampleRate: SampleRate

  private let samples: [Float]
  private var position = 0

  /// Makes a source of mono `samples`, full scale ±1.
  public init(_ samples: [Float], sampleRate: SampleRate) {
    self.samples = samples
    self.sampleRate = sampleRate
  }

  /// Makes a source of `interleaved` samples of several channels.
  ///
  /// - Throws: ``ChannelError`` when `selection` does not fit `channelCount`.
  public init(
    interleaved: [Float], channelCount: Int, selection: ChannelSelection = .mix,
    sampleRate: SampleRate
  ) throws(ChannelError) {
    let mixer = try MonoMixer(channelCount: channelCount, selection: selection)
    var mono = [Float](repeating: 0, count: interleaved.count / channelCount)
    var span = mono.mutableSpan
    mixer.mix(interleaved.span, into: &span)
    self.init(mono, sampleRate: sampleRate)
  }

  /// The number of samples left to read.
  public var remainingCount: Int { samples.count - position }

  /// Writes the next samples to the front of `block`, and returns their number: 0 at the end.
  ///
  /// - Complexity: O(`block.count`). Does not allocate.
  public mutating func read(into block: inout MutableSpan<Float>) -> Int {
    let count = min(block.count, remainingCount)
    for index in 0..<count { block[index] = samples[position + index] }
    position += count
    return count
  }
}
