// SPDX-License-Identifier: MIT

public import Acoustics
import NoteTracking
public import Tuning

/// Separates practice from other sound by `PracticeRules`, one result at a time.
///
/// The same results give the same passages, bit for bit, live and from a file.
public struct PracticeCounter: Sendable {
  /// The longest time that one reading may represent, in seconds.
  ///
  /// A reading represents the time since the previous reading.
  private static let longestStep = 0.25

  private let rules: PracticeRules
  private let tolerance: TuningTolerance
  private let passageSamples: Int64
  private let longestStep: Int64
  private var tracker: NoteTracker
  private var steadiness: Steadiness
  private var variety = PitchVariety()
  private var previous = SamplePosition.start
  private var start = SamplePosition.start
  private var voiced: Int64 = 0
  private var steady: Int64 = 0
  private var noteCount = 0
  private var inTuneCount = 0
  /// The main note of the last played passage, and the number of monotonous passages on it in a
  /// row.
  private var mainNote: Int?
  private var monotonousCount = 0

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate.
  ///   - classifier: the targets that notes are compared with.
  ///   - tolerance: the largest deviation of a note that is in tune.
  ///   - rules: the rules of practice.
  public init(
    sampleRate: SampleRate, classifier: PitchClassifier, tolerance: TuningTolerance = .standard,
    rules: PracticeRules = .standard
  ) {
    self.rules = rules
    self.tolerance = tolerance
    passageSamples = Int64(rules.passage * Double(sampleRate.hertz))
    longestStep = Int64(Self.longestStep * Double(sampleRate.hertz))
    tracker = NoteTracker(sampleRate: sampleRate, classifier: classifier)
    steadiness = Steadiness(rules: rules, sampleRate: sampleRate)
  }

  /// Adds the next result.
  ///
  /// - Parameter result: the next result, in the order of positions.
  /// - Returns: the passage that this result completes; `nil` for none.
  public mutating func take(_ result: PitchResult) -> Passage? {
    let step = min(max(0, result.timestamp.distance(from: previous)), longestStep)
    previous = result.timestamp
    if let note = tracker.advance(result) { count(note) }
    if let estimate = reading(in: result) {
      voiced += step
      let added = steadiness.take(estimate.frequency, at: result.timestamp, samples: step)
      steady += added
      variety.add(added, at: estimate.frequency)
    } else {
      steadiness.interrupt()
    }
    return result.timestamp.distance(from: start) >= passageSamples ? conclude() : nil
  }

  /// Ends the stream.
  ///
  /// - Returns: the incomplete passage; `nil` if it is empty.
  public mutating func finish() -> Passage? {
    if let note = tracker.finish() { count(note) }
    return previous.distance(from: start) > 0 ? conclude() : nil
  }

  /// Returns the reading if a moment is voiced.
  private func reading(in result: PitchResult) -> PitchEstimate? {
    if tracker.isPolyphonic { return result.estimate ?? result.unclear }
    return result.confidence >= TuningState.clearConfidence ? result.estimate : nil
  }

  private mutating func count(_ note: TrackedNote) {
    // A chord has no one pitch that could be in tune.
    guard !note.isPolyphonic else { return }
    noteCount += 1
    if let cents = note.cents, tolerance.contains(cents) { inTuneCount += 1 }
  }

  private mutating func conclude() -> Passage {
    let counts = isPlayed() && isVaried()
    let passage = Passage(
      start: start, end: previous, voicedSamples: voiced, practiceSamples: counts ? voiced : 0,
      noteCount: counts ? noteCount : 0, inTuneCount: counts ? inTuneCount : 0)
    start = previous
    voiced = 0
    steady = 0
    noteCount = 0
    inTuneCount = 0
    variety.reset()
    return passage
  }

  private func isPlayed() -> Bool {
    voiced > 0 && Double(steady) >= rules.steadyShare * Double(voiced)
  }

  /// Returns true if a played passage counts after the preceding monotonous ones.
  private mutating func isVaried() -> Bool {
    guard let main = variety.main else { return false }
    let isSame = mainNote.map { PitchVariety.isSame($0, main.window) } ?? false
    mainNote = main.window
    guard main.share >= rules.monotonousShare else {
      monotonousCount = 0
      return true
    }
    monotonousCount = isSame ? monotonousCount + 1 : 1
    return monotonousCount <= rules.monotonousPassages
  }
}

/// A stretch of ten seconds, or the rest at the end of a stream, and the part of it that counts.
public struct Passage: Hashable, Sendable {
  /// The position of its first sample.
  public let start: SamplePosition
  /// The position after its last sample.
  public let end: SamplePosition
  /// The number of samples with a clear pitch.
  public let voicedSamples: Int64
  /// The number of those samples that count as practice.
  public let practiceSamples: Int64
  /// The notes that ended in the passage, without chords; 0 if none of it counts.
  public let noteCount: Int
  /// The number of those notes that were in tune.
  public let inTuneCount: Int
}
