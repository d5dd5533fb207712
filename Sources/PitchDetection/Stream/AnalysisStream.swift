// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The stream as the engine hears it: at a lower rate, with its onsets, and the newest samples of it.
struct AnalysisStream: ~Copyable {
  private static let blockCount = 1024
  private static let levelSeconds = 0.0427
  /// Samples that are kept beyond the longest window, for lags between samples.
  private static let margin = 64

  /// How many samples of the original stream lie between a sound and its place in this stream.
  let delay: Int

  /// The rate and the sizes that hang on it.
  let sizes: AnalysisRate
  /// The newest samples.
  private(set) var assembler: FrameAssembler
  /// The newest samples at slower rates.
  private(set) var slower: SlowerStream
  private var decimator: Decimator
  private var onsets: OnsetDetector
  private var block = AlignedBuffer(count: Self.blockCount + 1)

  /// Prepares for a stream.
  init(_ sampleRate: SampleRate) throws(SignalProcessingError) {
    let sizes = AnalysisRate(sampleRate)
    self.init(
      sizes, assembler: try FrameAssembler(frameCount: sizes.spectrumCount + Self.margin),
      slower: try SlowerStream(
        rate: sizes.rate, frameCount: sizes.spectrumCount + Self.margin,
        blockCount: Self.blockCount + 1))
  }

  private init(
    _ sizes: AnalysisRate, assembler: consuming FrameAssembler, slower: consuming SlowerStream
  ) {
    self.sizes = sizes
    self.assembler = assembler
    self.slower = slower
    decimator = Decimator(factor: sizes.factor)
    delay = decimator.delay
    onsets = OnsetDetector(sampleRate: sizes.rate)
  }

  /// Samples of the stream so far.
  var totalCount: Int { assembler.totalCount }
  /// How many of the newest samples are of the stream, and not the zeros before it.
  var availableCount: Int { min(assembler.totalCount, assembler.frameCount) }
  /// The last rise of energy, in samples of this stream.
  var onset: OnsetDetector.Onset? { onsets.last }

  /// Takes in samples of the original rate.
  mutating func append(_ samples: Span<Float>) {
    var start = 0
    while start < samples.count {
      let count = min(Self.blockCount, samples.count - start)
      let found = Self.decimate(
        samples.extracting(start..<(start + count)), by: &decimator, into: &block)
      Self.take(block, count: found, onsets: &onsets, into: &assembler, and: &slower)
      start += count
    }
  }

  private static func decimate(
    _ samples: Span<Float>, by decimator: inout Decimator, into block: inout AlignedBuffer
  ) -> Int {
    var output = block.mutableSpan
    return decimator.decimate(samples, into: &output)
  }

  private static func take(
    _ block: borrowing AlignedBuffer, count: Int, onsets: inout OnsetDetector,
    into assembler: inout FrameAssembler, and slower: inout SlowerStream
  ) {
    let taken = block.span.extracting(first: count)
    onsets.append(taken)
    assembler.append(taken)
    slower.append(taken)
  }

  /// Forgets the stream.
  mutating func reset() {
    decimator.reset()
    onsets.reset()
    assembler.reset()
    slower.reset()
  }

  /// The mean square of the newest samples, over a little more than a period of the lowest string.
  var meanSquare: Double { meanSquare(over: levelCount, back: 0) }

  /// Returns the highest mean square of a note, over stretches as long as that of ``meanSquare``, one
  /// before another until `count` samples ago.
  ///
  /// - Parameters:
  ///   - count: how many of the newest samples are looked at.
  ///   - noteCount: how many of them the note has.
  ///   - power: the mean square of the newest.
  /// - Returns: the mean square.
  func highestMeanSquare(of count: Int, ofNote noteCount: Int, newest power: Double) -> Double {
    let available = min(noteCount, availableCount)
    // Of a note that has just begun the newest stretch holds what was before it.
    var highest = available < levelCount ? meanSquare(over: available, back: 0) : power
    var back = levelCount
    while back < count, available - back >= levelCount / 2 {
      highest = max(highest, meanSquare(over: min(levelCount, available - back), back: back))
      back += levelCount
    }
    return highest
  }

  private var levelCount: Int { min(Int(Self.levelSeconds * sizes.rate), availableCount) }

  private func meanSquare(over count: Int, back: Int) -> Double {
    guard count > 0 else { return 0 }
    let samples = assembler.frame.extracting(last: count + back).extracting(first: count)
    return Double(sumOfSquares(samples)) / Double(count)
  }
}
