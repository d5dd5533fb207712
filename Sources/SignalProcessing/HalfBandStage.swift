// SPDX-License-Identifier: MIT

internal import CMathematics

/// Halves the rate of a stream after a linear-phase low-pass with its corner at the new half-rate.
///
/// Every second tap of a windowed sinc (Kaiser) with that corner is zero, and the filter is
/// symmetric. So K of its 4K − 1 taps need a multiplication. A step computes eight outputs.
///
/// Source: Oppenheim & Schafer, *Discrete-Time Signal Processing*, 3rd ed., §7.5.3 and §4.7.
struct HalfBandStage: ~Copyable {
  private let taps: AlignedBuffer
  private let blockCount: Int
  /// The even samples of the stream: those that later outputs need, then those of the current
  /// block.
  private var evens: AlignedBuffer
  /// The odd samples, each at the index of the even sample before it.
  private var odds: AlignedBuffer
  /// True if the next sample is an odd one.
  private var isBetween = false

  /// The even samples before the newest that an output needs.
  private var reach: Int { 2 * taps.count - 1 }

  /// The delay in input samples: half the filter.
  var delay: Int { 2 * taps.count - 1 }

  /// Designs the filter.
  ///
  /// - Parameters:
  ///   - tapCount: the non-zero taps of one side.
  ///   - kaiserShape: β of the window. A higher value lowers the stop band and widens the slope.
  ///   - blockCount: the largest number of samples in one call.
  init(tapCount: Int, kaiserShape: Double, blockCount: Int) {
    taps = Self.taps(tapCount, kaiserShape: kaiserShape)
    self.blockCount = blockCount
    evens = AlignedBuffer(count: 2 * tapCount - 1 + (blockCount + 1) / 2)
    odds = AlignedBuffer(count: evens.count)
  }

  private static func taps(_ count: Int, kaiserShape: Double) -> AlignedBuffer {
    let values = (0..<count).map { index in
      let (time, end) = (Double(2 * index + 1), Double(2 * count))
      let sinc = sin(0.5 * Double.pi * time) / (Double.pi * time)
      return sinc * besselI0(kaiserShape * (1 - time * time / (end * end)).squareRoot())
    }
    // The middle tap is ½ and the taps of one side sum to ¼, so the gain at 0 Hz is 1.
    let scale = 0.25 / values.reduce(0, +)
    var taps = AlignedBuffer(count: count)
    var span = taps.mutableSpan
    for index in values.indices { span[index] = Float(scale * values[index]) }
    return taps
  }

  /// Filters the first `count` samples of a buffer and writes every second output from `start` on.
  mutating func halve(
    _ input: borrowing AlignedBuffer, count: Int, into output: inout MutableSpan<Float>,
    at start: Int
  ) -> Int {
    halve(input.span.extracting(first: count), into: &output, at: start)
  }

  /// Filters the first `count` samples of a buffer and writes every second output to another
  /// buffer.
  mutating func halve(
    _ input: borrowing AlignedBuffer, count: Int, into buffer: inout AlignedBuffer
  ) -> Int {
    var output = buffer.mutableSpan
    return halve(input.span.extracting(first: count), into: &output, at: 0)
  }

  /// Filters samples and writes every second output to a buffer.
  mutating func halve(_ input: Span<Float>, into buffer: inout AlignedBuffer) -> Int {
    var output = buffer.mutableSpan
    return halve(input, into: &output, at: 0)
  }

  /// Filters samples and writes every second output from `start` on.
  ///
  /// - Returns: the number of outputs written: one for the first sample of the stream, then one for
  ///   every second sample.
  /// - Precondition: there are at most as many samples as the initialiser was given.
  mutating func halve(
    _ input: Span<Float>, into output: inout MutableSpan<Float>, at start: Int
  ) -> Int {
    precondition(input.count <= blockCount)
    guard input.count > 0 else { return 0 }
    let outputs = Self.take(input, at: reach, isBetween: &isBetween, &evens, &odds)
    filterHalfBand(
      evens.span, odds.span, by: taps.span, into: &output, at: start, count: outputs)
    evens.slide(by: outputs, keeping: reach)
    odds.slide(by: outputs, keeping: reach)
    return outputs
  }

  /// Appends one or more samples after the first `place` of each kind and returns the new number of
  /// even ones.
  private static func take(
    _ input: Span<Float>, at place: Int, isBetween: inout Bool, _ evens: inout AlignedBuffer,
    _ odds: inout AlignedBuffer
  ) -> Int {
    var evens = evens.mutableSpan
    var odds = odds.mutableSpan
    let first = isBetween ? 1 : 0
    if isBetween { odds[place - 1] = input[0] }
    let pairs = (input.count - first) / 2
    separate(input, from: first, count: pairs, into: &evens, and: &odds, at: place)
    isBetween = first + 2 * pairs < input.count
    guard isBetween else { return pairs }
    evens[place + pairs] = input[input.count - 1]
    return pairs + 1
  }

  /// Discards the stream: the next sample is its first.
  mutating func reset() {
    evens.clear()
    odds.clear()
    isBetween = false
  }
}

/// Returns the modified Bessel function of order 0, from its series.
func besselI0(_ x: Double) -> Double {
  var (sum, term, index) = (1.0, 1.0, 1.0)
  while term > sum * 1e-17 {
    term *= (x / (2 * index)) * (x / (2 * index))
    sum += term
    index += 1
  }
  return sum
}
