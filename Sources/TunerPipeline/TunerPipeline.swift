// SPDX-License-Identifier: MIT

public import Acoustics
public import PitchDetection
public import SignalProcessing
public import Tuning

/// From samples to results, in one synchronous room: condition, assemble, detect, classify.
///
/// Samples come in chunks of any size and the results are the same to the bit. A result falls due at
/// the positions of `UpdateRate`, and uses no sample behind its own position.
///
/// ```swift
/// var cursor = 0
/// while let result = pipeline.nextResult(in: chunk, from: &cursor) { … }
/// ```
public struct TunerPipeline<Detector: PitchDetector & ~Copyable>: ~Copyable {
  /// The time over which the level is taken.
  private static var levelSeconds: Double { 0.05 }
  private static var blockCount: Int { 1024 }

  private let sampleRate: SampleRate
  private let updateRate: UpdateRate
  private var selector: TargetSelector
  private let levelCount: Int
  private var detector: Detector
  private var conditioner: InputConditioner
  private var assembler: FrameAssembler
  private var block = AlignedBuffer(count: Self.blockCount)
  private var position = SamplePosition.start
  private var updateIndex: Int64 = 1
  private var due: SamplePosition

  /// Prepares a pipeline around `detector`.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate, the one that `detector` was made for.
  ///   - updateRate: how often a result is due.
  ///   - classifier: what a pitch is compared with.
  ///   - detector: hears the pitch.
  /// - Throws: `SignalProcessingError.frameTooShort` for a detector without a frame.
  public init(
    sampleRate: SampleRate, updateRate: UpdateRate, classifier: PitchClassifier,
    detector: consuming Detector
  ) throws(SignalProcessingError) {
    let assembler = try FrameAssembler(frameCount: detector.frameCount)
    self.init(
      sampleRate: sampleRate, updateRate: updateRate, classifier: classifier, detector: detector,
      assembler: assembler)
  }

  private init(
    sampleRate: SampleRate, updateRate: UpdateRate, classifier: PitchClassifier,
    detector: consuming Detector, assembler: consuming FrameAssembler
  ) {
    self.sampleRate = sampleRate
    self.updateRate = updateRate
    selector = TargetSelector(classifier: classifier, sampleRate: sampleRate)
    levelCount = min(
      assembler.frameCount, max(1, Int(Self.levelSeconds * Double(sampleRate.hertz))))
    conditioner = InputConditioner(sampleRate: sampleRate)
    due = updateRate.position(ofUpdate: 1, at: sampleRate)
    self.detector = detector
    self.assembler = assembler
  }

  /// How many samples were not numbers, and were taken as silence.
  public var rejectedSampleCount: Int { conditioner.rejectedCount }

  /// Takes in samples up to the next result that is due.
  ///
  /// - Parameters:
  ///   - chunk: samples, any number of them.
  ///   - cursor: the first sample of `chunk` to take in; moved behind the last one taken.
  /// - Returns: the result, or `nil` when all of `chunk` is taken and none is due yet.
  /// - Complexity: O(samples taken), and one detection. Does not allocate.
  public mutating func nextResult(
    in chunk: Span<Float>, from cursor: inout Int
  ) -> PitchResult? {
    while true {
      let missing = Int(due.distance(from: position))
      if missing <= 0 { return finishUpdate() }
      let count = min(missing, chunk.count - cursor, Self.blockCount)
      if count <= 0 { return nil }
      Self.take(
        chunk.extracting(cursor..<(cursor + count)), through: &conditioner, by: &block,
        into: &assembler)
      cursor += count
      position = position.advanced(by: count)
    }
  }

  private static func take(
    _ samples: Span<Float>, through conditioner: inout InputConditioner,
    by block: inout AlignedBuffer, into assembler: inout FrameAssembler
  ) {
    do {
      var conditioned = block.mutableSpan
      conditioner.condition(samples, into: &conditioned)
    }
    assembler.append(block.span.extracting(first: samples.count))
  }

  private mutating func finishUpdate() -> PitchResult {
    let timestamp = due
    updateIndex += 1
    due = updateRate.position(ofUpdate: updateIndex, at: sampleRate)
    let level = rmsLevel(of: assembler.frame.extracting(last: levelCount))
    // A frame that holds a replaced sample is not what was played: no pitch rather than a wrong one.
    let isWhole =
      conditioner.lastRejection.map {
        timestamp.distance(from: $0) >= Int64(assembler.frameCount)
      } ?? true
    let estimate = isWhole ? Self.estimate(by: &detector, of: assembler) : nil
    return selector.classify(estimate, level: level, at: timestamp)
  }

  private static func estimate(
    by detector: inout Detector, of assembler: borrowing FrameAssembler
  ) -> PitchEstimate? {
    detector.estimatePitch(of: assembler.frame)
  }
}
