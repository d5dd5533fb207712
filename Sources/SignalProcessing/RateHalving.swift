// SPDX-License-Identifier: MIT

/// Halves the rate of a stream for what lies low in it: flat within 0.001 dB to 0.15 of the old rate, and
/// 95 dB down from 0.35 on, which is all that folds back there.
///
/// Its delay is the same at all frequencies.
public struct RateHalving: ~Copyable {
  private static let taps = 8
  private static let kaiserShape = 10.0

  private var stage: HalfBandStage
  /// Samples taken in so far.
  public private(set) var totalCount = 0

  /// Samples in by which what comes out lags: half the filter.
  public let delay: Int

  /// Designs the filter.
  ///
  /// - Parameter blockCount: the most samples that come at once.
  public init(blockCount: Int) {
    stage = HalfBandStage(
      tapCount: Self.taps, kaiserShape: Self.kaiserShape, blockCount: blockCount)
    delay = stage.delay
  }

  /// Takes in samples and writes those of the new rate that they complete.
  ///
  /// The first sample of a stream gives the first sample out; then every other does.
  ///
  /// - Parameters:
  ///   - input: no more samples than a block holds.
  ///   - output: room for half as many and one; written from its start.
  /// - Returns: how many samples were written.
  /// - Complexity: O(n). Does not allocate.
  public mutating func halve(_ input: Span<Float>, into output: inout AlignedBuffer) -> Int {
    totalCount += input.count
    return stage.halve(input, into: &output)
  }

  /// Forgets the stream: the next sample is its first.
  public mutating func reset() {
    stage.reset()
    totalCount = 0
  }
}
