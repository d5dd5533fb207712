// SPDX-License-Identifier: MIT

package import Acoustics
package import PitchDetection

/// The analysis of the strokes in one recording, from samples to readings of every string.
///
/// An update at a position uses no sample after it, as in `RecordingAnalysis`, but for the decision
/// of `StrumOpening` about the beginning. Blocks of any size give the same events, bit for bit.
package struct StrumAnalysis: ~Copyable {

  /// An outcome of the analysis, in the order of time.
  package enum Event: Sendable {
    /// An update.
    case update(StrumUpdate)
    /// A stroke that has ended.
    case stroke(Stroke)
  }

  /// The totals up to now; a clear result is an update in which a string sounds.
  package private(set) var summary = RecordingSummary()

  private let sampleRate: SampleRate
  private let updateRate: UpdateRate
  private let clock: PartsPerMillion
  private let targets: [Hertz]
  private let processorTime: (() -> Double)?
  private var engine: StrumEngine
  private var finder: StrokeFinder
  private var position = SamplePosition.start
  private var due: SamplePosition
  private var updateIndex: Int64 = 1
  /// The position at which the engine's stream began, the silence before it included.
  private var origin = SamplePosition.start
  /// The samples that are held until it is clear how the engine's stream begins; `nil` after that.
  private var opening: StrumOpening?

  /// Prepares the analysis of one recording.
  ///
  /// - Parameters:
  ///   - configuration: the strings and the rate of the recording.
  ///   - updateRate: the number of updates a second.
  ///   - clock: the error of the clock that the samples were recorded by; positive for a fast
  ///     clock.
  ///   - processorTime: returns the processor time of the calling thread in seconds; `nil` where
  ///     the cost of the engine is not measured.
  /// - Throws: `StrumError` naming the value that is out of its range.
  package init(
    _ configuration: StrumConfiguration, updateRate: UpdateRate, clock: PartsPerMillion = .zero,
    processorTime: (() -> Double)? = nil
  ) throws(StrumError) {
    engine = try StrumEngine(configuration)
    sampleRate = configuration.sampleRate
    self.updateRate = updateRate
    self.clock = clock
    self.processorTime = processorTime
    targets = configuration.strings.map(\.target)
    finder = StrokeFinder(stringCount: targets.count, sampleRate: sampleRate)
    due = updateRate.position(ofUpdate: 1, at: configuration.sampleRate)
    opening = StrumOpening(sampleRate: configuration.sampleRate)
  }

  /// Analyses the next samples.
  ///
  /// - Parameters:
  ///   - samples: any number of mono samples, full scale ±1. A sample that is not a number counts
  ///     as silence.
  ///   - take: receives every event.
  /// - Throws: what `take` throws.
  package mutating func append<Failure: Error>(
    _ samples: Span<Float>, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    guard let taken = opening?.append(samples) else { return try analyse(samples, take) }
    guard opening?.isComplete == true else { return }
    try open(take)
    try analyse(samples.extracting(droppingFirst: taken), take)
  }

  /// Passes over samples that were lost when the recording was made.
  ///
  /// - Parameters:
  ///   - count: the number of lost samples, 0 or more.
  ///   - take: receives every event. Nothing is measured inside the gap.
  /// - Throws: what `take` throws.
  package mutating func skip<Failure: Error>(
    _ count: Int, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    try open(take)
    engine.reset()
    opening = StrumOpening(sampleRate: sampleRate)
    var left = count
    while left > 0 {
      let step = min(Int(due.distance(from: position)), left)
      left -= step
      try advance(by: step, take)
    }
  }

  /// Ends the recording and its last stroke.
  ///
  /// - Parameter take: receives the stroke.
  /// - Throws: what `take` throws.
  package mutating func finish<Failure: Error>(
    _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    try open(take)
    try end(finder.finish(), take)
  }

  // MARK: - The engine's stream

  /// Begins the engine's stream with the samples that are held.
  private mutating func open<Failure: Error>(
    _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    guard let opening else { return }
    self.opening = nil
    let silence = [Float](repeating: 0, count: opening.leadCount)
    engine.append(silence.span)
    origin = position.advanced(by: -silence.count)
    try analyse(opening.samples.span, take)
  }

  private mutating func analyse<Failure: Error>(
    _ samples: Span<Float>, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    var rest = samples
    while rest.count > 0 {
      let count = min(Int(due.distance(from: position)), rest.count)
      listen(to: rest.extracting(first: count))
      rest = rest.extracting(droppingFirst: count)
      try advance(by: count, take)
    }
  }

  private mutating func listen(to samples: Span<Float>) {
    for index in samples.indices where !(samples[index].magnitude <= StrumEngine.largestSample) {
      summary.rejectedSamples += 1
    }
    let start = processorTime?()
    engine.append(samples)
    count(since: start)
  }

  private mutating func advance<Failure: Error>(
    by count: Int, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    position = position.advanced(by: count)
    summary.duration = position
    guard position == due else { return }
    updateIndex += 1
    due = updateRate.position(ofUpdate: updateIndex, at: sampleRate)
    let start = processorTime?()
    engine.update()
    self.count(since: start)
    let update = StrumUpdate(
      position: position, readings: targets.indices.map { reading(ofString: $0) },
      onsets: onsets())
    if update.isSounding { summary.clearResults += 1 }
    try end(finder.append(update), take)
    try take(.update(update))
  }

  private mutating func end<Failure: Error>(
    _ stroke: Stroke?, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    guard let stroke else { return }
    summary.strokeCount += 1
    try take(.stroke(stroke))
  }

  private mutating func count(since start: Double?) {
    guard let start, let processorTime else { return }
    summary.pipelineSeconds += processorTime() - start
  }

  /// Returns the reading of a string, corrected for the clock.
  private func reading(ofString index: Int) -> StringReading {
    var reading = engine.reading(ofString: index)
    guard clock.value != 0, let frequency = reading.frequency else { return reading }
    let corrected = frequency.corrected(for: clock)
    reading.frequency = corrected
    reading.deviation = corrected.interval(above: targets[index])
    reading.lawFrequency = reading.lawFrequency?.corrected(for: clock)
    return reading
  }

  /// Returns the onsets of the newest stroke as positions of the recording.
  private func onsets() -> ClosedRange<SamplePosition>? {
    guard let onsets = engine.onsets else { return nil }
    let first = place(onsets.lowerBound)
    return first...max(first, place(onsets.upperBound))
  }

  private func place(_ seconds: Double) -> SamplePosition {
    let count = Int((seconds * Double(sampleRate.hertz)).rounded())
    return max(.start, origin.advanced(by: count))
  }
}
