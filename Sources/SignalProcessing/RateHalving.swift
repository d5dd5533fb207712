// SPDX-License-Identifier: MIT

/// Halves the rate of a stream if only its low frequencies are used: flat within 0.001 dB up to
/// 0.15 of the old rate, and 95 dB down from 0.35 on.
///
/// Only frequencies above 0.35 alias to the flat range.
///
/// The delay is the same at all frequencies.
public struct RateHalving: ~Copyable {
  /// The taps of one side: 95 dB from 0.35 of the old rate on.
  private static let taps = 8
  /// β of the window (Kaiser 1974), for 95 dB.
  private static let kaiserShape = 10.0

  private var stage: HalfBandStage
  /// The number of samples appended so far.
  public private(set) var totalCount = 0

  /// The delay in input samples: half the filter.
  public let delay: Int

  /// Designs the filter.
  ///
  /// - Parameter blockCount: the largest number of samples in one call.
  public init(blockCount: Int) {
    stage = HalfBandStage(
      tapCount: Self.taps, kaiserShape: Self.kaiserShape, blockCount: blockCount)
    delay = stage.delay
  }

  /// Appends samples and writes the output samples that they complete.
  ///
  /// The first sample of a stream gives the first output sample; then every second sample gives
  /// one.
  ///
  /// - Parameters:
  ///   - input: at most `blockCount` samples.
  ///   - output: room for half as many and one; written from its start.
  /// - Returns: the number of samples written.
  /// - Complexity: O(n). Does not allocate.
  public mutating func halve(_ input: Span<Float>, into output: inout AlignedBuffer) -> Int {
    totalCount += input.count
    return stage.halve(input, into: &output)
  }

  /// Discards the stream: the next sample is its first.
  public mutating func reset() {
    stage.reset()
    totalCount = 0
  }
}
