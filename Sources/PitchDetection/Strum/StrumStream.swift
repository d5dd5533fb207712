// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The newest samples of a stream at the sample rate of the analysis, with the onsets of its
/// strokes.
struct StrumStream: ~Copyable {
  // | name       | unit    | source                         |
  // | ---------- | ------- | ------------------------------ |
  // | blockCount | samples | size of the decimator's buffer |
  private static let blockCount = 1024

  /// The sample rate of the analysis in hertz.
  let rate: Double
  private(set) var assembler: FrameAssembler
  private(set) var onsets: StrokeOnsets
  private var decimator: Decimator
  private var sound = AlignedBuffer(count: Self.blockCount)
  private var block = AlignedBuffer(count: Self.blockCount + 1)

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate.
  ///   - frameCount: the number of samples to keep, at the rate of the analysis.
  /// - Throws: `SignalProcessingError.frameTooShort` below one sample.
  init(_ sampleRate: SampleRate, frameCount: Int) throws(SignalProcessingError) {
    let sizes = AnalysisRate(sampleRate)
    rate = sizes.rate
    decimator = Decimator(factor: sizes.factor)
    onsets = StrokeOnsets(rate: sizes.rate)
    assembler = try FrameAssembler(frameCount: frameCount)
  }

  /// The number of samples since the stream began, at the rate of the analysis.
  var totalCount: Int { assembler.totalCount }

  /// Returns true for a time after the newest onset.
  ///
  /// - Parameter seconds: that time.
  /// - Returns: also true for that time after the stream's start, before any onset.
  func isSoonAfterOnset(within seconds: Double) -> Bool {
    Double(totalCount - onsets.last) < seconds * rate
  }

  /// Appends samples of the original rate; those that `SampleRange` does not contain count
  /// as silence.
  mutating func append(_ samples: Span<Float>) {
    var start = 0
    while start < samples.count {
      let count = min(Self.blockCount, samples.count - start)
      copy(samples.extracting(start..<(start + count)))
      let found = Self.decimate(sound, count: count, by: &decimator, into: &block)
      Self.take(block, count: found, onsets: &onsets, into: &assembler)
      start += count
    }
  }

  private mutating func copy(_ samples: Span<Float>) {
    var output = sound.mutableSpan
    for index in samples.indices {
      output[index] = SampleRange.contains(samples[index]) ? samples[index] : 0
    }
  }

  private static func decimate(
    _ sound: borrowing AlignedBuffer, count: Int, by decimator: inout Decimator,
    into block: inout AlignedBuffer
  ) -> Int {
    var output = block.mutableSpan
    return decimator.decimate(sound.span.extracting(first: count), into: &output)
  }

  private static func take(
    _ block: borrowing AlignedBuffer, count: Int, onsets: inout StrokeOnsets,
    into assembler: inout FrameAssembler
  ) {
    let taken = block.span.extracting(first: count)
    onsets.append(taken)
    assembler.append(taken)
  }

  /// Discards the stream.
  mutating func reset() {
    decimator.reset()
    onsets.reset()
    assembler.reset()
  }
}
