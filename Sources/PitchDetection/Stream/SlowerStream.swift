// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The newest samples of a stream at half and at a quarter of its rate.
///
/// They suffice for the partials of a low string, at half and a quarter of the work.
struct SlowerStream: ~Copyable {
  /// The highest frequency that a halving passes unchanged, as a share of the rate before it.
  private static let passBand = 0.15

  /// A rate.
  enum Step {
    /// The stream's own.
    case whole
    /// Half of it.
    case half
    /// A quarter of it.
    case quarter

    /// The number of samples of the stream for each one.
    var factor: Int {
      switch self {
      case .whole: 1
      case .half: 2
      case .quarter: 4
      }
    }
  }

  private let rate: Double
  private var halving: RateHalving
  private var quartering: RateHalving
  private(set) var half: FrameAssembler
  private(set) var quarter: FrameAssembler
  private var block: AlignedBuffer
  private var blockOfQuarter: AlignedBuffer

  /// Prepares for frames of the duration of `frameCount` samples at `rate`, and for appending up to
  /// `blockCount` samples at once.
  init(rate: Double, frameCount: Int, blockCount: Int) throws(SignalProcessingError) {
    self.init(
      rate: rate, half: try FrameAssembler(frameCount: frameCount / 2),
      quarter: try FrameAssembler(frameCount: frameCount / 4), blockCount: blockCount)
  }

  private init(
    rate: Double, half: consuming FrameAssembler, quarter: consuming FrameAssembler,
    blockCount: Int
  ) {
    self.rate = rate
    self.half = half
    self.quarter = quarter
    halving = RateHalving(blockCount: blockCount)
    quartering = RateHalving(blockCount: blockCount / 2 + 1)
    block = AlignedBuffer(count: blockCount / 2 + 1)
    blockOfQuarter = AlignedBuffer(count: blockCount / 4 + 1)
  }

  /// Appends samples of the stream.
  ///
  /// - Precondition: a block holds them.
  mutating func append(_ samples: Span<Float>) {
    let halved = halving.halve(samples, into: &block)
    let quartered = Self.halve(block, count: halved, by: &quartering, into: &blockOfQuarter)
    Self.append(block, count: halved, to: &half)
    Self.append(blockOfQuarter, count: quartered, to: &quarter)
  }

  private static func append(
    _ block: borrowing AlignedBuffer, count: Int, to assembler: inout FrameAssembler
  ) {
    assembler.append(block.span.extracting(first: count))
  }

  private static func halve(
    _ block: borrowing AlignedBuffer, count: Int, by halving: inout RateHalving,
    into output: inout AlignedBuffer
  ) -> Int {
    halving.halve(block.span.extracting(first: count), into: &output)
  }

  /// Discards the stream.
  mutating func reset() {
    halving.reset()
    quartering.reset()
    half.reset()
    quarter.reset()
  }

  /// Returns the slowest rate that keeps everything up to `frequency` hertz.
  func step(passing frequency: Double) -> Step {
    if frequency > Self.passBand * rate { return .whole }
    return frequency > Self.passBand * rate / 2 ? .half : .quarter
  }

  /// Returns the delay of a rate, in samples of the stream.
  func lag(of step: Step) -> Int {
    switch step {
    case .whole: 0
    case .half: (halving.totalCount - 1) % 2 + halving.delay
    case .quarter:
      (halving.totalCount - 1) % 2 + halving.delay
        + 2 * ((quartering.totalCount - 1) % 2 + quartering.delay)
    }
  }

  /// Returns the number of samples at a rate that depend on the newest `count` of the stream alone.
  func count(of step: Step, in count: Int) -> Int {
    guard step != .whole else { return count }
    // The filter is symmetric: a sample depends on as many later samples as earlier ones.
    let delay = (step.factor - 1) * halving.delay
    let span = count - 1 - lag(of: step) - delay
    return span < 0 ? 0 : span / step.factor + 1
  }
}
