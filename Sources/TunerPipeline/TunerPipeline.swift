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
  /// Samples at once: few, so that every block of an update goes through the same lines of the caches.
  private static var blockCount: Int { 416 }

  private let sampleRate: SampleRate
  private var updateRate: UpdateRate
  private var selector: TargetSelector
  private var detector: Detector
  /// By how much the clock that the samples come by is fast.
  private let clock: PartsPerMillion
  private var conditioner: InputConditioner
  private var level: RecentLevel
  private var block = AlignedBuffer(count: Self.blockCount)
  /// The position behind everything that was taken in, lost samples included.
  public private(set) var position = SamplePosition.start
  /// Samples that were lost and are not passed over yet.
  private var lostCount = 0
  /// Whether the newest sample was lost.
  private var isInGap = false
  /// The position that updates are counted from.
  private var origin = SamplePosition.start
  private var updateIndex: Int64 = 1
  /// What the detector said at the last update, however unsure: results leave out what is noise.
  public private(set) var estimate: PitchEstimate?
  private var due: SamplePosition

  /// Prepares a pipeline around `detector`.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate, the one that `detector` was made for.
  ///   - updateRate: how often a result is due.
  ///   - classifier: what a pitch is compared with.
  ///   - clock: by how much the clock that the samples come by is fast: every frequency is corrected
  ///     for it.
  ///   - detector: hears the pitch.
  /// - Throws: `SignalProcessingError.frameTooShort` at no samples a second.
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
    self.updateRate = updateRate
    selector = TargetSelector(classifier: classifier, sampleRate: sampleRate)
    conditioner = InputConditioner(sampleRate: sampleRate)
    due = updateRate.position(ofUpdate: 1, at: sampleRate)
    self.clock = clock
    self.detector = detector
    self.level = level
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
  @specialized(where Detector == ChosenDetector)
  public mutating func nextResult(
    in chunk: Span<Float>, from cursor: inout Int
  ) -> PitchResult? {
    while true {
      let missing = Int(due.distance(from: position))
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

  /// Says that the next `count` samples of the stream were lost.
  ///
  /// Positions move on as if they had come. The detector forgets what it heard, for what lies before
  /// a gap is not connected with what follows; results that fall due in the gap, its end included,
  /// have no pitch and a level that takes the lost samples for silence.
  ///
  /// - Parameter count: the number of samples, 0 or more. They are passed over by the next calls of
  ///   ``nextResult(in:from:)``, an empty chunk will do.
  public mutating func skip(_ count: Int) {
    precondition(count >= 0, "A gap has a length.")
    lostCount += count
  }

  /// Compares with something else from the next result on, without the memory of the notes before.
  ///
  /// - Parameter classifier: what a pitch is compared with.
  public mutating func retarget(_ classifier: PitchClassifier) {
    selector = TargetSelector(classifier: classifier, sampleRate: sampleRate)
  }

  /// Makes results due this often, counted from here.
  ///
  /// - Parameter rate: how often a result is due.
  public mutating func setUpdateRate(_ rate: UpdateRate) {
    guard rate != updateRate else { return }
    updateRate = rate
    origin = position
    updateIndex = 0
    advanceDue()
  }

  private mutating func advanceDue() {
    updateIndex += 1
    let samples = updateRate.position(ofUpdate: updateIndex, at: sampleRate).samples
    due = SamplePosition(origin.samples + samples)
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
      // What was replaced was not played: nothing up to it may count, and no state may know of it.
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
    let timestamp = due
    advanceDue()
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
  /// The candidates of the last update; none in a gap.
  ///
  /// - Complexity: O(candidates). Allocates, unlike everything else here: it is for offline use.
  public var candidates: [PitchCandidate] {
    guard !isInGap else { return [] }
    return (0..<detector.candidateCount).map { index in
      var candidate = detector.candidate(at: index)
      candidate.frequency = candidate.frequency.corrected(for: clock)
      return candidate
    }
  }
}
