// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// Turns results into notes, one result at a time, looking at nothing later.
///
/// A note begins with two clear readings in a row that agree, ends when the readings stop being
/// clear for a tenth of a second, when two in a row agree on another pitch, or when the level jumps:
/// the string was struck again.
public struct NoteTracker: Sendable {
  /// How far a reading may lie from the note's current pitch: wider than a vibrato, narrower than
  /// the next fret.
  private static let reach = Cents(70)
  /// The share by which the current pitch follows a reading, so that a bend stays one note.
  private static let follow = 0.3
  /// How long the readings may be unclear before the note is over, in seconds.
  private static let patience = 0.1
  /// How much the level must rise over the lowest of the two results before, to be a new stroke.
  private static let strokeRise = 6.0
  /// How many results behind the start may still hold the peak of the stroke.
  private static let strokeResults = 3

  /// A note in the making.
  private struct Sounding {
    var start: SamplePosition
    var lastClear: SamplePosition
    var pitch: Hertz
    var readings = Readings()
    var results = 0
    var onsetLevel: Decibels?
  }

  private let sampleRate: SampleRate
  private let classifier: PitchClassifier
  private var sounding: Sounding?
  private var candidate: PitchResult?
  private var isStruck = false
  private var levels: (before: Decibels?, last: Decibels?) = (nil, nil)

  /// Prepares for a stream.
  public init(sampleRate: SampleRate, classifier: PitchClassifier) {
    self.sampleRate = sampleRate
    self.classifier = classifier
  }

  /// Takes in the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  /// - Returns: a note that this result shows to be over.
  public mutating func advance(_ result: PitchResult) -> TrackedNote? {
    if levelJumped(in: result) { isStruck = true }
    levels = (levels.last, result.level)
    guard let estimate = result.estimate, estimate.confidence >= TuningState.clearConfidence else {
      candidate = nil
      return endIfSilent(at: result.timestamp)
    }
    if !isStruck, let sounding, agrees(estimate.frequency, with: sounding.pitch) {
      extend(with: result, estimate)
      candidate = nil
      return nil
    }
    guard let first = candidate, let other = first.estimate,
      agrees(estimate.frequency, with: other.frequency)
    else {
      candidate = result
      return endIfSilent(at: result.timestamp)
    }
    let ended = finish()
    begin(with: first, other)
    extend(with: result, estimate)
    return ended
  }

  /// Ends the note that is still sounding, at the end of the stream.
  public mutating func finish() -> TrackedNote? {
    defer {
      sounding = nil
      candidate = nil
      isStruck = false
    }
    return sounding.map(conclude)
  }

  private func agrees(_ frequency: Hertz, with other: Hertz) -> Bool {
    frequency.interval(above: other).magnitude <= Self.reach
  }

  /// Tells whether the level rose as it does when a sounding string is struck again.
  private func levelJumped(in result: PitchResult) -> Bool {
    guard let sounding, sounding.results > Self.strokeResults, let level = result.level,
      let before = levels.before, let last = levels.last
    else { return false }
    return level.value - min(before, last).value >= Self.strokeRise
  }

  private mutating func begin(with result: PitchResult, _ estimate: PitchEstimate) {
    sounding = Sounding(
      start: result.timestamp, lastClear: result.timestamp, pitch: estimate.frequency)
    extend(with: result, estimate)
  }

  private mutating func extend(with result: PitchResult, _ estimate: PitchEstimate) {
    guard var note = sounding else { return }
    note.results += 1
    note.lastClear = result.timestamp
    let step = estimate.frequency.interval(above: note.pitch)
    note.pitch = note.pitch.raised(by: Cents(Self.follow * step.value))
    note.readings.append(estimate)
    if note.results <= Self.strokeResults, let level = result.level {
      note.onsetLevel = max(note.onsetLevel ?? level, level)
    }
    sounding = note
  }

  private mutating func endIfSilent(at position: SamplePosition) -> TrackedNote? {
    guard let note = sounding else { return nil }
    let pause = Double(position.distance(from: note.lastClear)) / Double(sampleRate.hertz)
    guard pause > Self.patience else { return nil }
    sounding = nil
    isStruck = false
    return conclude(note)
  }

  private func conclude(_ note: Sounding) -> TrackedNote {
    let steady = note.readings.steady
    let frequency = Hertz(median(steady.map(\.frequency.value)))
    let target = classifier.target(of: frequency)
    let inharmonicities = steady.compactMap(\.inharmonicity)
    return TrackedNote(
      start: note.start, end: note.lastClear, frequency: frequency,
      note: classifier.reference.nearestNote(to: frequency), target: target,
      cents: target.map { classifier.deviation(of: frequency, from: $0.note) },
      sigma: standardError(of: steady, around: frequency),
      confidence: steady.map(\.confidence).reduce(0, +) / Double(steady.count),
      inharmonicity: inharmonicities.isEmpty ? nil : median(inharmonicities),
      onsetLevel: note.onsetLevel)
  }

  /// The standard error of the median of readings whose frames overlap.
  ///
  /// 1.2533 / √n for independent normal readings; 1.4826 turns their median deviation into a
  /// standard deviation. Fewer than three readings have no spread: the smallest of their own errors.
  private func standardError(
    of readings: ArraySlice<PitchEstimate>, around frequency: Hertz
  ) -> Cents? {
    guard readings.count >= 3 else { return readings.compactMap(\.sigma).min() }
    let deviations = readings.map { $0.frequency.interval(above: frequency).magnitude.value }
    return Cents(1.2533 * 1.4826 * median(deviations) / Double(readings.count).squareRoot())
  }
}
