// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The newest samples of a stream at the rate of the analysis, with its onsets.
struct AnalysisStream: ~Copyable {
  // | name         | unit    | source                                                       |
  // | ------------ | ------- | ------------------------------------------------------------ |
  // | blockCount   | samples | bound of the decimator's buffer                              |
  // | levelSeconds | s       | a little more than a period of B0                            |
  // | margin       | samples | beyond the longest window, for lags between samples          |
  private static let blockCount = 1024
  private static let levelSeconds = 0.0427
  private static let margin = 64

  /// The delay of the decimator, in samples of the original stream.
  let delay: Int

  /// The rate and the sizes that follow from it.
  let sizes: AnalysisRate
  /// The newest samples.
  private(set) var assembler: FrameAssembler
  /// The newest samples at slower rates.
  private(set) var slower: SlowerStream
  private var decimator: Decimator
  private var onsets: OnsetDetector
  private var block = AlignedBuffer(count: Self.blockCount + 1)
  /// The number of samples of the original rate that the step of the newest sample still lacks: 0
  /// or more, and less than the factor.
  ///
  /// A count of all samples would overflow an `Int` of 32 bits within hours.
  private var missingCount = 0

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

  /// The number of samples since the stream began.
  var totalCount: Int { assembler.totalCount }
  /// The number of kept samples that belong to the stream, and not to the zeros before it.
  var availableCount: Int { min(assembler.totalCount, assembler.frameCount) }

  /// Returns the time since a sample of this stream sounded.
  ///
  /// The delay of the decimator is included. The age grows by exactly the appended samples, so the
  /// position of an onset is the same in all updates.
  ///
  /// - Parameter index: the index of the sample since the stream began.
  /// - Returns: the age in samples of the original rate.
  func age(ofSample index: Int) -> Int {
    (totalCount - index) * sizes.factor - missingCount + delay
  }

  /// The last rise of energy, in samples of this stream.
  var onset: OnsetDetector.Onset? { onsets.last }

  /// Appends samples of the original rate.
  mutating func append(_ samples: Span<Float>) {
    var start = 0
    while start < samples.count {
      let count = min(Self.blockCount, samples.count - start)
      let found = Self.decimate(
        samples.extracting(start..<(start + count)), by: &decimator, into: &block)
      Self.take(block, count: found, onsets: &onsets, into: &assembler, and: &slower)
      missingCount += found * sizes.factor - count
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

  /// Discards the stream.
  mutating func reset() {
    decimator.reset()
    onsets.reset()
    assembler.reset()
    slower.reset()
    missingCount = 0
  }

  /// The mean square of the newest samples, over a little more than a period of the lowest string.
  var meanSquare: Double { meanSquare(over: levelCount, back: 0) }

  /// Returns the highest mean square of a note over consecutive stretches, each as long as that of
  /// ``meanSquare``.
  ///
  /// - Parameters:
  ///   - count: the number of newest samples to cover.
  ///   - noteCount: the number of samples of the note.
  ///   - power: the mean square of the newest stretch.
  /// - Returns: the mean square.
  func highestMeanSquare(of count: Int, ofNote noteCount: Int, newest power: Double) -> Double {
    let available = min(noteCount, availableCount)
    // Just after an onset the newest stretch also holds samples from before the note.
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
