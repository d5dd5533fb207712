// SPDX-License-Identifier: MIT

/// Lowers the rate of a stream by a whole factor, after a linear-phase low-pass.
///
/// The filter is flat within 0.1 dB to 0.4 of the new rate, 6 dB down at 0.5, and 55 dB or more
/// down from 0.6 on. So aliases lie above 0.4 of the new rate, and no later stage uses that range.
/// The delay is the same at all frequencies.
///
/// Factors of 2, 4 and 8 halve the rate in steps, so that only the last step, at a low rate, needs
/// a steep filter. Other factors use one filter, a windowed sinc (Kaiser) of 18 output samples. A
/// factor of 1 copies the samples.
///
/// Source: Kaiser 1974; Oppenheim & Schafer, *Discrete-Time Signal Processing*, 3rd ed., §7.5.3;
/// Crochiere & Rabiner 1975, doi:10.1109/TASSP.1975.1162730, for the steps.
public struct Decimator: ~Copyable {
  /// The taps of one side and β of the window: of the last step, then of the steps before it.
  ///
  /// The steps before the last need fewer taps, because their transition band is wide. But they
  /// need a deeper stop band: their aliases fall where strings sound, and no later step removes
  /// them.
  private static let steepTaps = 9
  private static let steepShape = 5.65
  private static let wideTaps = 5
  private static let wideShape = 6.5
  /// The block size in samples: small, so that all blocks use the same cache lines.
  private static let blockCount = 416

  /// Input samples for each output sample.
  public let factor: Int
  /// The number of halvings; `nil` if one filter does all of it.
  private let halvings: Int?
  private var whole: StridedFilter
  private var first: HalfBandStage
  private var second: HalfBandStage
  private var last: HalfBandStage
  private var between: AlignedBuffer
  private var betweenLast: AlignedBuffer

  /// Designs the filters.
  ///
  /// - Precondition: `factor` is 1 or more.
  public init(factor: Int) {
    precondition(factor >= 1, "A rate is lowered by 1 or more.")
    self.factor = factor
    halvings = [2: 1, 4: 2, 8: 3][factor]
    let count = halvings ?? 0
    whole = StridedFilter(factor: count == 0 ? factor : 1)
    // An unused step is made small.
    first = HalfBandStage(
      tapCount: Self.wideTaps, kaiserShape: Self.wideShape,
      blockCount: count == 3 ? Self.blockCount : 1)
    second = HalfBandStage(
      tapCount: Self.wideTaps, kaiserShape: Self.wideShape,
      blockCount: count >= 2 ? Self.blockCount : 1)
    last = HalfBandStage(
      tapCount: Self.steepTaps, kaiserShape: Self.steepShape,
      blockCount: count >= 1 ? Self.blockCount : 1)
    between = AlignedBuffer(count: count == 3 ? Self.blockCount / 2 + 1 : 0)
    betweenLast = AlignedBuffer(count: count >= 2 ? Self.blockCount / 2 + 1 : 0)
  }

  /// The delay in input samples: half of each filter.
  public var delay: Int {
    switch halvings {
    case 1: last.delay
    case 2: second.delay + 2 * last.delay
    case 3: first.delay + 2 * second.delay + 4 * last.delay
    default: whole.delay
    }
  }

  /// Returns the largest number of output samples of `count` input samples.
  public func outputCount(of count: Int) -> Int { count / factor + 1 }

  /// Appends samples and writes the output samples that they complete.
  ///
  /// The first sample of a stream gives the first output sample; then every `factor`-th sample
  /// gives one.
  ///
  /// - Parameters:
  ///   - input: any number of samples.
  ///   - output: room for `outputCount(of: input.count)`; written from its start.
  /// - Returns: the number of samples written.
  /// - Complexity: O(n). Does not allocate.
  public mutating func decimate(
    _ input: Span<Float>, into output: inout MutableSpan<Float>
  ) -> Int {
    precondition(output.count >= outputCount(of: input.count))
    guard factor > 1 else {
      for index in input.indices { output[index] = input[index] }
      return input.count
    }
    guard let halvings else { return whole.filter(input, into: &output) }
    var (written, start) = (0, 0)
    while start < input.count {
      let count = min(Self.blockCount, input.count - start)
      let block = input.extracting(start..<(start + count))
      switch halvings {
      case 1: written += last.halve(block, into: &output, at: written)
      case 2:
        let halved = second.halve(block, into: &betweenLast)
        written += last.halve(betweenLast, count: halved, into: &output, at: written)
      default:
        let halved = first.halve(block, into: &between)
        let quartered = second.halve(between, count: halved, into: &betweenLast)
        written += last.halve(betweenLast, count: quartered, into: &output, at: written)
      }
      start += count
    }
    return written
  }

  /// Discards the stream: the next sample is its first.
  public mutating func reset() {
    whole.reset()
    first.reset()
    second.reset()
    last.reset()
  }
}
