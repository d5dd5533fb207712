// SPDX-License-Identifier: MIT

public import Acoustics
public import PitchDetection
internal import SignalProcessing
public import Tuning

/// Turns samples into the readings of every string, without a thread of its own.
///
/// It is the counterpart of `TunerPipeline` for strokes. Chunks of any size give the same results
/// to the bit. A result is due at the positions of its `UpdateRate` and uses no sample after its
/// own position, with one exception: the pipeline holds the first 0.4 s of a stream, and of the
/// part after lost samples, until `StrumStreamStart` has decided. It then returns their results
/// together.
///
/// The engine refines its readings from update to update. For fewer than 10 results a second it
/// therefore also updates between them. It divides the interval of results into the fewest equal
/// parts that give 20 updates a second, so results at 1, 2, 4 and 5 a second equal those at 20.
///
/// The initialiser allocates all memory; no other call allocates.
public struct StrumPipeline: ~Copyable {
  /// The time over which the level is measured, in seconds.
  private static let levelSeconds = 0.05
  private static let blockCount = 512
  /// The least number of results a second without updates between them
  /// (docs/decisions/0197-strokes-are-updated-ten-times-a-second.md).
  private static let leastRate = 10.0

  /// The number of strings.
  public let stringCount: Int
  private let sampleRate: SampleRate
  private let clock: PartsPerMillion
  private var updateRate: UpdateRate
  /// The number of updates for each result; 1 for the result's own only.
  private var updatesPerResult: Int
  /// The updates of the engine, those between results included.
  private var updates: UpdateGrid
  private var engine: StrumEngine
  private var level: RecentLevel
  private var block = AlignedBuffer(count: Self.blockCount)
  private var targets: [12 of Hertz] = .init(repeating: Hertz(1))

  /// The samples that are held until `StrumStreamStart` has decided.
  private var streamStart: StrumStreamStart
  /// The number of held samples that the engine has received; `nil` while the pipeline still holds
  /// samples.
  private var drainedCount: Int? = nil
  /// The position after all samples that the engine has received, lost ones included.
  public private(set) var position = SamplePosition.start
  private var lostCount = 0
  /// True if the sample before `position` was lost.
  private var isInGap = false
  private var isEnded = false
  /// The position at which the engine's stream began, the silence before it included.
  private var engineOrigin = SamplePosition.start

  /// The number of samples that were not numbers and count as silence.
  public private(set) var rejectedSampleCount = 0
  /// The number of results that were omitted.
  public private(set) var omittedCount = 0

  /// Prepares a pipeline.
  ///
  /// - Parameters:
  ///   - configuration: the strings and the rate of the stream.
  ///   - updateRate: the rate of results.
  ///   - clock: the error of the clock that counts the samples, positive if it is fast. Every
  ///     frequency is corrected by it.
  /// - Throws: `StrumError` naming the value that is out of its range, and `StrumError.transform`
  ///   if a transform can't be planned.
  public init(
    _ configuration: StrumConfiguration, updateRate: UpdateRate, clock: PartsPerMillion = .zero
  ) throws(StrumError) {
    let rate = configuration.sampleRate
    let levelCount = max(1, Int(Self.levelSeconds * Double(rate.hertz)))
    let engine = try StrumEngine(configuration)
    let level: RecentLevel
    do throws(SignalProcessingError) {
      level = try RecentLevel(over: levelCount)
    } catch {
      throw .transform(error)
    }
    self.init(configuration, updateRate, clock, engine, level)
  }

  private init(
    _ configuration: StrumConfiguration, _ updateRate: UpdateRate, _ clock: PartsPerMillion,
    _ engine: consuming StrumEngine, _ level: consuming RecentLevel
  ) {
    sampleRate = configuration.sampleRate
    self.updateRate = updateRate
    updatesPerResult = Self.updatesPerResult(at: updateRate)
    updates = UpdateGrid(
      updateRate.multiplied(by: updatesPerResult), at: configuration.sampleRate)
    self.clock = clock
    stringCount = configuration.strings.count
    self.engine = engine
    self.level = level
    streamStart = StrumStreamStart(sampleRate: configuration.sampleRate)
    for (index, string) in configuration.strings.enumerated() { targets[index] = string.target }
  }

  /// Begins a stream at a position instead of at 0.
  ///
  /// The grid of results does not move: result n of a stream that begins at any position is due at
  /// n/rate seconds, counted from position 0, or from the position of the last change of the update
  /// rate. The first result is the first one of the grid after `position`. So a pipeline that
  /// begins in the middle of a session reports at the same positions as one that measures it from
  /// the start.
  ///
  /// - Parameter position: the position of the first sample, 0 or more.
  /// - Precondition: no sample was appended or lost yet.
  public mutating func begin(at position: SamplePosition) {
    precondition(
      drainedCount == nil && streamStart.count == 0 && lostCount == 0,
      "A stream begins before its first sample.")
    self.position = position
    engineOrigin = position
    updates.seek(after: position)
  }

  /// Changes the rate of results, counted from the current position.
  public mutating func setUpdateRate(_ rate: UpdateRate) {
    guard rate != updateRate else { return }
    updateRate = rate
    updatesPerResult = Self.updatesPerResult(at: rate)
    updates.restart(rate.multiplied(by: updatesPerResult), from: position)
  }

  /// Returns the number of updates for each result, which gives the standard rate or more.
  private static func updatesPerResult(at rate: UpdateRate) -> Int {
    guard rate.hertz < leastRate else { return 1 }
    return Int((UpdateRate.standard.hertz / rate.hertz).rounded(.up))
  }

  /// Appends samples up to the next result that is due.
  ///
  /// - Parameters:
  ///   - chunk: any number of mono samples, full scale ±1. Samples that are not numbers count as
  ///     silence.
  ///   - cursor: the index of the first sample to append; advanced past the last appended one.
  ///   - isOmitting: true to omit results that are due, because the machine is too slow. Later
  ///     readings of the same stroke may then differ.
  /// - Returns: the result; `nil` when all of `chunk` is appended and no result is due yet.
  /// - Complexity: O(appended samples), and one update of `StrumEngine`; for fewer than 10 results
  ///   a second, each of the updates since the last result. In the first 0.2 s after an onset, also
  ///   the engine's measurements between the updates, together with these about 60 a second. Each
  ///   of them costs as much as an update. The call that completes the first samples of the stream,
  ///   or those after a gap, passes them to the engine up to three times, and may measure once more,
  ///   because a sound that was cut needs another beginning. Does not allocate.
  public mutating func nextResult(
    in chunk: Span<Float>, from cursor: inout Int, omitting isOmitting: Bool = false
  ) -> StrumResult? {
    while let update = nextUpdate(in: chunk, from: &cursor, omitting: isOmitting) {
      if update.isDue { return update.result }
    }
    return nil
  }

  /// Appends samples up to the next update; the parameters are those of
  /// ``nextResult(in:from:omitting:)``.
  ///
  /// - Returns: the readings, and true if a result is due there; `nil` when all of `chunk` is
  ///   appended and no update is due yet.
  package mutating func nextUpdate(
    in chunk: Span<Float>, from cursor: inout Int, omitting isOmitting: Bool = false
  ) -> (result: StrumResult, isDue: Bool)? {
    while true {
      let missing = Int(updates.next.distance(from: position))
      if missing <= 0 {
        let isDue = updates.nextIndex % Int64(updatesPerResult) == 0
        guard isOmitting else { return (finishUpdate(), isDue) }
        if isDue { omittedCount += 1 }
        updates.advance()
        continue
      }
      guard let drained = drainedCount else {
        if lostCount == 0 { cursor += streamStart.append(chunk.extracting(droppingFirst: cursor)) }
        guard streamStart.isComplete || lostCount > 0 || isEnded && cursor == chunk.count else {
          return nil
        }
        open()
        continue
      }
      if drained < streamStart.count {
        let count = min(missing, streamStart.count - drained, Self.blockCount)
        streamStart.copy(drained..<(drained + count), to: &block)
        drainedCount = drained + count
        listen(to: count)
      } else if lostCount > 0 {
        passOver(min(missing, lostCount))
      } else {
        let count = min(missing, chunk.count - cursor, Self.blockCount)
        guard count > 0 else { return nil }
        block.copy(chunk.extracting(cursor..<(cursor + count)), to: 0)
        cursor += count
        listen(to: count)
      }
    }
  }

  /// Reports that the next `count` samples of the stream were lost.
  ///
  /// The engine is reset, because the sound after a gap does not continue the sound before it.
  /// Nothing was measured in the gap, so all strings are *unclear* in the results that are due in
  /// it, and no stroke has onsets.
  ///
  /// - Parameter count: the number of samples, 0 or more. The next calls of
  ///   ``nextResult(in:from:omitting:)`` skip them, even with an empty chunk.
  /// - Precondition: `count` is 0 or more.
  public mutating func skip(_ count: Int) {
    precondition(count >= 0, "A gap has a length.")
    lostCount += count
  }

  /// Ends the stream: the next calls of ``nextResult(in:from:omitting:)`` hold no sample back.
  public mutating func end() { isEnded = true }

  // MARK: - The engine's stream

  /// Begins the engine's stream with the samples that are held.
  private mutating func open() {
    let beginsWithSound = streamStart.beginsWithSound
    let isCut =
      beginsWithSound && !streamStart.isConstant
      || streamStart.becomesFainter && !hearsOnset() || beginsWithSound && hearsStrings()
    let lead = isCut ? streamStart.silenceCount : 0
    engineOrigin = position.advanced(by: -lead)
    appendSilence(lead)
    drainedCount = 0
  }

  private mutating func appendSilence(_ count: Int) {
    var left = count
    while left > 0 {
      let count = min(left, Self.blockCount)
      clearBlock(count)
      Self.append(block, count: count, to: &engine)
      left -= count
    }
  }

  /// Returns true if strings sound in the samples that are held, as in a recording that is cut while
  /// they ring; then discards them.
  ///
  /// One string is not enough: a voice or a machine may have its partials.
  private mutating func hearsStrings() -> Bool {
    appendSilence(streamStart.silenceCount)
    appendHeld()
    engine.update()
    var soundingCount = 0
    for index in 0..<stringCount where engine.reading(ofString: index).state == .sounding {
      soundingCount += 1
    }
    let hearsStrings = engine.onsets != nil && soundingCount > 1
    engine.reset()
    return hearsStrings
  }

  /// Returns true if the engine hears an onset in the samples that are held; then discards them.
  private mutating func hearsOnset() -> Bool {
    appendHeld()
    let hasOnset = engine.hasOnset
    engine.reset()
    return hasOnset
  }

  /// Passes all held samples to the engine, as a trial.
  private mutating func appendHeld() {
    var start = 0
    while start < streamStart.count {
      let count = min(streamStart.count - start, Self.blockCount)
      streamStart.copy(start..<(start + count), to: &block)
      Self.replaceRejected(in: &block, count: count)
      Self.append(block, count: count, to: &engine)
      start += count
    }
  }

  private mutating func clearBlock(_ count: Int) {
    var span = block.mutableSpan
    for index in 0..<count { span[index] = 0 }
  }

  /// Passes the first samples of the block to the engine.
  private mutating func listen(to count: Int) {
    rejectedSampleCount += Self.replaceRejected(in: &block, count: count)
    Self.append(block, count: count, to: &engine)
    Self.append(block, count: count, to: &level)
    position = position.advanced(by: count)
    isInGap = false
  }

  /// Skips lost samples; another opening begins after them.
  private mutating func passOver(_ count: Int) {
    engine.reset()
    level.appendSilence(count)
    lostCount -= count
    position = position.advanced(by: count)
    isInGap = true
    guard lostCount == 0 else { return }
    streamStart.reset()
    drainedCount = nil
  }

  /// Replaces samples that `SampleRange` does not contain by silence, and returns how many there
  /// were.
  @discardableResult
  private static func replaceRejected(in block: inout AlignedBuffer, count: Int) -> Int {
    var rejected = 0
    var span = block.mutableSpan
    for index in 0..<count where !SampleRange.contains(span[index]) {
      span[index] = 0
      rejected += 1
    }
    return rejected
  }

  private static func append(
    _ block: borrowing AlignedBuffer, count: Int, to engine: inout StrumEngine
  ) {
    engine.append(block.span.extracting(first: count))
  }

  private static func append(
    _ block: borrowing AlignedBuffer, count: Int, to level: inout RecentLevel
  ) {
    level.append(block.span.extracting(first: count))
  }

  // MARK: - Updates

  private mutating func finishUpdate() -> StrumResult {
    let timestamp = updates.next
    updates.advance()
    engine.update()
    var readings = StringReadings(count: stringCount)
    for index in 0..<stringCount {
      readings[index] = isInGap ? .unmeasured(.unclear) : reading(ofString: index)
    }
    return StrumResult(
      timestamp: timestamp, sampleRate: sampleRate, onsets: onsets(), readings: readings,
      level: level.level)
  }

  /// Returns the reading of a string, corrected for the clock.
  private func reading(ofString index: Int) -> StringReading {
    engine.reading(ofString: index).corrected(for: clock, target: targets[index])
  }

  /// Returns the onsets of the newest stroke as positions of the stream.
  private func onsets() -> ClosedRange<SamplePosition>? {
    guard let onsets = engine.onsets else { return nil }
    let first = place(onsets.lowerBound)
    return first...max(first, place(onsets.upperBound))
  }

  private func place(_ seconds: Double) -> SamplePosition {
    // An `Int` of 32 bits ends after half a day.
    let count = Int64((seconds * Double(sampleRate.hertz)).rounded())
    return max(.start, SamplePosition(engineOrigin.samples + count))
  }
}

extension UpdateRate {
  /// Returns the rate with so many updates for each of these.
  fileprivate func multiplied(by count: Int) -> UpdateRate {
    UpdateRate(updates: updates * count, seconds: seconds)
  }
}
