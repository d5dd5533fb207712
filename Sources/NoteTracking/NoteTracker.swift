// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// Turns results into notes, one result at a time, looking at nothing later.
///
/// A note begins where clear readings start to agree, once they have agreed for an eighth of a
/// second: what is shorter is an attack's confusion or an octave slip, and the note before goes on
/// through it. It ends where another begins, where the level jumps because the string was struck
/// again, or at the last clear reading before most of a second without one.
public struct NoteTracker: Sendable {
  /// How long readings must agree to be a note, in seconds.
  private static let confirmation = 0.12
  /// How long the readings may be unclear before the note is over, in seconds.
  private static let patience = 0.8
  /// How much the level must rise over its lowest in the tenth of a second before, to be a new stroke.
  private static let strokeRise = Decibels(6)

  private let sampleRate: SampleRate
  private let classifier: PitchClassifier
  private var sounding: SoundingNote?
  private var emerging: SoundingNote?
  /// The level before a jump that may be a new stroke; `nil` when there was none.
  private var levelBeforeStroke: Decibels?
  private var levels: RecentLevels

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: the stream's rate.
  ///   - classifier: what the steady pitch of a note is compared with.
  public init(sampleRate: SampleRate, classifier: PitchClassifier) {
    self.sampleRate = sampleRate
    levels = RecentLevels(sampleRate: sampleRate)
    self.classifier = classifier
  }

  /// Takes in the next result.
  ///
  /// - Parameter result: results in the order of their positions.
  /// - Returns: a note that this result shows to be over.
  public mutating func advance(_ result: PitchResult) -> TrackedNote? {
    if levelBeforeStroke == nil { levelBeforeStroke = levelBeforeJump(to: result) }
    levels.append(result.level, at: result.timestamp)
    guard let estimate = result.estimate, result.confidence >= TuningState.clearConfidence else {
      emerging = nil
      return endIfSilent(at: result.timestamp)
    }
    if let before = levelBeforeStroke, hasFallenBack(result, to: before) { levelBeforeStroke = nil }
    if levelBeforeStroke == nil, sounding?.accepts(estimate.frequency) == true {
      sounding?.extend(with: result, estimate, at: sampleRate)
      emerging = nil
      return nil
    }
    var next = emerging ?? SoundingNote(result, estimate, at: sampleRate)
    if emerging != nil {
      if next.accepts(estimate.frequency) {
        next.extend(with: result, estimate, at: sampleRate)
      } else {
        next = SoundingNote(result, estimate, at: sampleRate)
      }
    }
    guard next.duration(at: sampleRate) >= Self.confirmation else {
      emerging = next
      return endIfSilent(at: result.timestamp)
    }
    let ended = finish()
    sounding = next
    return ended
  }

  /// Ends the note that is still sounding, at the end of the stream.
  public mutating func finish() -> TrackedNote? {
    defer {
      sounding = nil
      emerging = nil
      levelBeforeStroke = nil
    }
    return sounding.map(conclude)
  }

  /// Returns the level from which it rose as it does when a sounding string is struck again.
  private func levelBeforeJump(to result: PitchResult) -> Decibels? {
    guard let sounding, sounding.isPastStroke, let level = result.level, let lower = levels.lowest
    else { return nil }
    return level.value - lower.value >= Self.strokeRise.value ? lower : nil
  }

  /// Tells whether the level is back where it was: the jump was a knock, and the string rings on.
  private func hasFallenBack(_ result: PitchResult, to before: Decibels) -> Bool {
    guard let level = result.level else { return true }
    return level.value < before.value + Self.strokeRise.value / 2
  }

  private mutating func endIfSilent(at position: SamplePosition) -> TrackedNote? {
    guard let note = sounding else { return nil }
    let pause = Double(position.distance(from: note.lastClear)) / Double(sampleRate.hertz)
    guard pause > Self.patience else { return nil }
    sounding = nil
    levelBeforeStroke = nil
    return conclude(note)
  }

  private func conclude(_ note: SoundingNote) -> TrackedNote {
    let steady = note.readings.steady
    let pitch = SteadyPitch(of: steady)
    let match = classifier.match(pitch.frequency)
    let inharmonicities = steady.compactMap(\.estimate.inharmonicity)
    return TrackedNote(
      start: note.start, end: note.lastClear, frequency: pitch.frequency,
      note: classifier.nearestNote(to: pitch.frequency), target: match?.target,
      cents: match?.cents, sigma: pitch.sigma,
      confidence: steady.map(\.estimate.confidence).reduce(0, +) / Double(steady.count),
      inharmonicity: inharmonicities.isEmpty ? nil : median(inharmonicities),
      onsetLevel: note.onsetLevel)
  }
}
