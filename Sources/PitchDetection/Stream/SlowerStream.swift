// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The newest samples of a stream at half its rate and at a quarter of it: what a low string needs to be
/// read by, at half and at a quarter of the work.
struct SlowerStream: ~Copyable {
  /// The highest frequency that a halving leaves as it is, as a share of the rate before it.
  private static let passing = 0.15

  /// Which rate to take.
  enum Step {
    /// The stream's own.
    case whole
    /// Half of it.
    case half
    /// A quarter of it.
    case quarter

    /// Samples of the stream for each one.
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

  /// Prepares for frames that last as long as `frameCount` samples at `rate`, and for up to `blockCount`
  /// samples at once.
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

  /// Takes in samples of the stream.
  ///
  /// - Precondition: there are no more of them than a block holds.
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

  /// Forgets the stream.
  mutating func reset() {
    halving.reset()
    quartering.reset()
    half.reset()
    quarter.reset()
  }

  /// The slowest rate at which nothing up to `frequency` hertz is lost.
  func step(passing frequency: Double) -> Step {
    if frequency > Self.passing * rate { return .whole }
    return frequency > Self.passing * rate / 2 ? .half : .quarter
  }

  /// How many samples of the stream lie between its newest and the newest that is whole at a slower rate.
  func lag(of step: Step) -> Int {
    switch step {
    case .whole: 0
    case .half: (halving.totalCount - 1) % 2 + halving.delay
    case .quarter:
      (halving.totalCount - 1) % 2 + halving.delay
        + 2 * ((quartering.totalCount - 1) % 2 + quartering.delay)
    }
  }

  /// How many of the newest samples at a slower rate come from the newest `count` of the stream alone.
  func count(of step: Step, in count: Int) -> Int {
    guard step != .whole else { return count }
    // A sample takes as much from behind its place as from before it.
    let delay = (step.factor - 1) * halving.delay
    let span = count - 1 - lag(of: step) - delay
    return span < 0 ? 0 : span / step.factor + 1
  }
}
