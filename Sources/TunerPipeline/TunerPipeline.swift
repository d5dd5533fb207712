// SPDX-License-Identifier: MIT

public import Acoustics
public import PitchDetection
public import SignalProcessing
public import Tuning

/// Turns samples into results: conditions them, detects the pitch and classifies it, without a
/// thread of its own.
///
/// Chunks of any size give the same results to the bit. A result is due at the positions of its
/// `UpdateRate` and uses no sample after its own position.
///
/// ```swift
/// var cursor = 0
/// while let result = pipeline.nextResult(in: chunk, from: &cursor) { … }
/// ```
public struct TunerPipeline<Detector: PitchDetector & ~Copyable>: ~Copyable {
  /// The time over which the level is measured, in seconds.
  private static var levelSeconds: Double { 0.05 }
  /// The block size in samples: small, so that all blocks of an update use the same cache lines.
  private static var blockCount: Int { 416 }

  private let sampleRate: SampleRate
  private var updates: UpdateGrid
  private var selector: TargetSelector
  private var detector: Detector
  /// The error of the clock that counts the samples.
  private let clock: PartsPerMillion
  private var conditioner: InputConditioner
  private var level: RecentLevel
  private var block = AlignedBuffer(count: Self.blockCount)
  /// The position after all appended samples, lost ones included.
  public private(set) var position = SamplePosition.start
  /// The number of lost samples that the stream has not skipped yet.
  private var lostCount = 0
  /// True if the newest sample was lost.
  private var isInGap = false
  /// The detector's estimate of the last update at any confidence.
  ///
  /// Results omit the estimates of noise.
  public private(set) var estimate: PitchEstimate?

  /// Prepares a pipeline around `detector`.
  ///
  /// - Parameters:
  ///   - sampleRate: the rate of the stream, the same as the detector's.
  ///   - updateRate: the rate of results.
  ///   - classifier: compares a pitch with its target.
  ///   - clock: the error of the clock that counts the samples, positive if it is fast. Every
  ///     frequency is corrected by it.
  ///   - detector: detects the pitch.
  /// - Precondition: the sample rate is above 0.
  /// - Throws: `SignalProcessingError` if the level cannot be measured; no sample rate above 0
  ///   causes it.
  public init(
    sampleRate: SampleRate, updateRate: UpdateRate, classifier: PitchClassifier,
    clock: PartsPerMillion = .zero, detector: consuming Detector
  ) throws(SignalProcessingError) {
    let levelCount = max(1, Int(Self.levelSeconds * Double(sampleRate.hertz)))
    self.init(
      sampleRate: sampleRate, updateRate: updateRate, classifier: classifier, clock: clock,
      detector: detector, level: try RecentLevel(over: levelCount))
  }

  private init(
    sampleRate: SampleRate, updateRate: UpdateRate, classifier: PitchClassifier,
    clock: PartsPerMillion, detector: consuming Detector, level: consuming RecentLevel
  ) {
    self.sampleRate = sampleRate
    updates = UpdateGrid(updateRate, at: sampleRate)
    selector = TargetSelector(classifier: classifier, sampleRate: sampleRate)
    conditioner = InputConditioner(sampleRate: sampleRate)
    self.clock = clock
    self.detector = detector
    self.level = level
  }

  /// The number of invalid samples, such as NaN, that were replaced by silence.
  public var rejectedSampleCount: Int { conditioner.rejectedCount }

  /// Appends samples up to the next result that is due.
  ///
  /// - Parameters:
  ///   - chunk: any number of samples.
  ///   - cursor: the index of the first sample to append; advanced past the last appended one.
  /// - Returns: the result; `nil` when all of `chunk` is appended and no result is due yet.
  /// - Complexity: O(appended samples), and one detection. Does not allocate.
  @specialized(where Detector == ChosenDetector)
  public mutating func nextResult(
    in chunk: Span<Float>, from cursor: inout Int
  ) -> PitchResult? {
    while true {
      let missing = Int(updates.next.distance(from: position))
      if missing <= 0 { return finishUpdate() }
      if lostCount > 0 {
        passOver(min(missing, lostCount))
        continue
      }
      let count = min(missing, chunk.count - cursor, Self.blockCount)
      if count <= 0 { return nil }
      take(chunk.extracting(cursor..<(cursor + count)))
      cursor += count
      position = position.advanced(by: count)
    }
  }

  /// Reports that the next `count` samples of the stream were lost.
  ///
  /// Positions advance as if the samples had arrived. The detector is reset, because the sound
  /// after a gap does not continue the sound before it. Results that are due in the gap, its end
  /// included, have no pitch, and their level counts the lost samples as silence.
  ///
  /// - Parameter count: the number of samples, 0 or more. The next calls of
  ///   ``nextResult(in:from:)`` skip them, even with an empty chunk.
  public mutating func skip(_ count: Int) {
    precondition(count >= 0, "A gap has a length.")
    lostCount += count
  }

  /// Skips samples that another pipeline analyses, without a result.
  ///
  /// Positions advance, and the next results are due at the same positions as without the skip. The
  /// state of the detector is discarded.
  ///
  /// - Parameter count: the number of samples, 0 or more.
  public mutating func discard(_ count: Int) {
    precondition(count >= 0, "A rest has a length.")
    if !isInGap { detector.reset() }
    conditioner.skip(count)
    level.appendSilence(count)
    isInGap = true
    position = position.advanced(by: count)
    updates.seek(after: position)
  }

  /// The comparison of pitches with their targets.
  package var classifier: PitchClassifier { selector.classifier }

  /// Replaces the classifier from the next result on, and forgets the previous notes.
  ///
  /// The last owner of the previous classifier frees its memory.
  ///
  /// - Parameter classifier: compares a pitch with its target.
  public mutating func retarget(_ classifier: PitchClassifier) {
    selector = TargetSelector(classifier: classifier, sampleRate: sampleRate)
  }

  /// Changes the rate of results, counted from the current position.
  public mutating func setUpdateRate(_ rate: UpdateRate) {
    if rate != updates.rate { updates.restart(rate, from: position) }
  }

  private mutating func passOver(_ count: Int) {
    detector.reset()
    conditioner.skip(count)
    level.appendSilence(count)
    isInGap = true
    lostCount -= count
    position = position.advanced(by: count)
  }

  private mutating func take(_ samples: Span<Float>) {
    isInGap = false
    let rejectedBefore = conditioner.rejectedCount
    Self.condition(samples, by: &conditioner, into: &block)
    var first = 0
    if conditioner.rejectedCount > rejectedBefore, let last = conditioner.lastRejection {
      // The replaced samples were not played. The detector must not join the samples before and
      // after them, nor keep them in its state.
      detector.reset()
      first = Int(last.distance(from: position))
    }
    Self.append(block, first..<samples.count, to: &detector)
    Self.append(block, count: samples.count, to: &level)
  }

  private static func condition(
    _ samples: Span<Float>, by conditioner: inout InputConditioner, into block: inout AlignedBuffer
  ) {
    var conditioned = block.mutableSpan
    conditioner.condition(samples, into: &conditioned)
  }

  private static func append(
    _ block: borrowing AlignedBuffer, _ range: Range<Int>, to detector: inout Detector
  ) {
    detector.append(block.span.extracting(range))
  }

  private static func append(
    _ block: borrowing AlignedBuffer, count: Int, to level: inout RecentLevel
  ) {
    level.append(block.span.extracting(first: count))
  }

  private mutating func finishUpdate() -> PitchResult {
    let timestamp = updates.next
    updates.advance()
    estimate = isInGap ? nil : detector.estimatePitch()
    if clock.value != 0 { estimate?.correct(for: clock) }
    return selector.classify(estimate, level: level.level, at: timestamp)
  }
}

extension PitchEstimate {
  /// Corrects every frequency of the estimate.
  fileprivate mutating func correct(for clock: PartsPerMillion) {
    frequency = frequency.corrected(for: clock)
    fit = fit?.corrected(for: clock)
    period = period?.corrected(for: clock)
  }
}

extension TunerPipeline where Detector: CandidateReporting & ~Copyable {
  /// The candidates of the last update; empty in a gap.
  ///
  /// - Complexity: O(candidates). Allocates, unlike all other members, because it serves offline
  ///   use.
  public var candidates: [PitchCandidate] {
    guard !isInGap else { return [] }
    return (0..<detector.candidateCount).map { index in
      var candidate = detector.candidate(at: index)
      candidate.frequency = candidate.frequency.corrected(for: clock)
      return candidate
    }
  }
}
