// SPDX-License-Identifier: MIT

internal import CMathematics

/// Lowers a rate by any whole factor with one filter and computes only every `factor`-th output.
struct StridedFilter: ~Copyable {
  // | name          | unit     | source                                              |
  // | ------------- | -------- | --------------------------------------------------- |
  // | tapsPerFactor | samples  | output samples of the filter: 55 dB from 0.6 on     |
  // | corner        | new rate | the gain is −6 dB there                             |
  // | kaiserShape   | 1        | β of 55 dB (Kaiser 1974)                            |
  // | blockCount    | samples  | block of a call                                     |
  private static let tapsPerFactor = 18
  private static let corner = 0.5
  private static let kaiserShape = 5.65
  private static let blockCount = 512

  private let factor: Int
  private let taps: AlignedBuffer
  /// The last samples that the filter still needs, then the current block.
  private var history: AlignedBuffer
  private var untilNext = 0

  /// Designs the filter; a factor of 1 needs none.
  init(factor: Int) {
    self.factor = factor
    taps = factor > 1 ? Self.taps(forFactor: factor) : AlignedBuffer(count: 0)
    history = AlignedBuffer(count: factor > 1 ? taps.count + Self.blockCount : 0)
  }

  /// The delay in input samples: half the filter.
  var delay: Int { factor > 1 ? Self.tapsPerFactor * factor / 2 : 0 }

  private static func taps(forFactor factor: Int) -> AlignedBuffer {
    let order = tapsPerFactor * factor
    let count = order + 1
    // Zeros before the oldest sample complete whole vectors.
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

  /// Appends samples and writes the outputs that they complete.
  ///
  /// - Returns: the number of outputs written.
  mutating func filter(_ input: Span<Float>, into output: inout MutableSpan<Float>) -> Int {
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

  /// Discards the stream: the next sample is its first.
  mutating func reset() {
    history.clear()
    untilNext = 0
  }
}
