// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Lowers the rate of a stream by a whole factor, behind a linear-phase low-pass.
///
/// The filter is a windowed sinc (Kaiser) of 18 new samples with its corner at the new half-rate: flat
/// within 0.02 dB to 0.4 of the new rate, 6 dB down at a half, 58 dB from 0.6 on. So what folds back
/// lies above 0.4, where nobody looks. Its delay, nine new samples, is the same at all frequencies.
/// A factor of 1 passes the samples on as they are.
///
/// Source: Kaiser 1974; Oppenheim & Schafer, *Discrete-Time Signal Processing*, 3rd ed., §7.5.3.
public struct Decimator: ~Copyable {
  private static let tapsPerFactor = 18
  private static let corner = 0.5
  private static let kaiserShape = 5.65
  private static let blockCount = 512

  /// Samples in for each sample out.
  public let factor: Int
  private let taps: AlignedBuffer
  /// The last samples that the filter still needs, then the block that came in.
  private var history: AlignedBuffer
  private var untilNext = 0

  /// Designs the filter.
  ///
  /// - Parameter factor: samples in for each sample out.
  /// - Precondition: `factor` is 1 or more.
  public init(factor: Int) {
    precondition(factor >= 1, "A rate is lowered by 1 or more.")
    self.factor = factor
    taps = factor > 1 ? Self.taps(forFactor: factor) : AlignedBuffer(count: 0)
    history = AlignedBuffer(count: taps.count + Self.blockCount)
  }

  private static func taps(forFactor factor: Int) -> AlignedBuffer {
    let order = tapsPerFactor * factor
    let count = order + 1
    // Zeros in front, before the oldest sample, fill up whole vectors.
    let padding = (count + 7) / 8 * 8 - count
    var taps = AlignedBuffer(count: count + padding)
    let bandwidth = corner / Double(factor)
    var values = (0..<count).map { index in
      let time = Double(index) - Double(order) / 2
      let sinc =
        time == 0 ? 2 * bandwidth : sin(2 * Double.pi * bandwidth * time) / (Double.pi * time)
      let place = 2 * Double(index) / Double(order) - 1
      return sinc * besselI0(kaiserShape * max(0, 1 - place * place).squareRoot())
    }
    let sum = values.reduce(0, +)
    for index in values.indices { values[index] /= sum }
    var span = taps.mutableSpan
    for index in 0..<count { span[padding + index] = Float(values[index]) }
    return taps
  }

  /// The modified Bessel function of order 0, by its series.
  private static func besselI0(_ x: Double) -> Double {
    var (sum, term, index) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term *= (x / (2 * index)) * (x / (2 * index))
      sum += term
      index += 1
    }
    return sum
  }

  /// Samples in by which what comes out lags: half the filter.
  public var delay: Int { factor > 1 ? Self.tapsPerFactor * factor / 2 : 0 }

  /// Returns the most samples that come out of `count` samples.
  public func outputCount(of count: Int) -> Int { count / factor + 1 }

  /// Takes in samples and writes those of the new rate that they complete.
  ///
  /// The first sample of a stream gives the first sample out; then every `factor`-th does.
  ///
  /// - Parameters:
  ///   - input: any number of samples.
  ///   - output: room for `outputCount(of: input.count)`; written from its start.
  /// - Returns: how many samples were written.
  /// - Complexity: O(n·18), in samples in. Does not allocate.
  public mutating func decimate(
    _ input: Span<Float>, into output: inout MutableSpan<Float>
  ) -> Int {
    precondition(output.count >= outputCount(of: input.count))
    guard factor > 1 else {
      for index in input.indices { output[index] = input[index] }
      return input.count
    }
    var (written, start) = (0, 0)
    while start < input.count {
      let count = min(Self.blockCount, input.count - start)
      history.copy(input.extracting(start..<(start + count)), to: taps.count)
      let outputs = untilNext < count ? (count - 1 - untilNext) / factor + 1 : 0
      filterEvery(
        history.span, by: taps.span, from: untilNext + 1, stride: factor, into: &output,
        at: written, count: outputs)
      written += outputs
      untilNext += outputs * factor - count
      history.slide(by: count, keeping: taps.count)
      start += count
    }
    return written
  }

  /// Forgets the stream: the next sample is its first.
  public mutating func reset() {
    history.clear()
    untilNext = 0
  }
}
