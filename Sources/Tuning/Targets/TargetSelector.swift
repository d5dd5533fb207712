// SPDX-License-Identifier: MIT

public import Acoustics

/// Selects the target string from one reading to the next.
///
/// A single reading would select the nearest string. But in the decay of a string a partial at
/// another string's note may remain, and when a string is damped its neighbours may still ring.
/// Both are clear pitches that the player did not play. So the target string changes only after a
/// stroke, or for a pitch that lasts and is about as loud as the held note was. Until then, a
/// reading of another string keeps the target and has no deviation.
///
/// Chromatic mode and a locked string need no such rule. The selector is causal and does not
/// allocate.
public struct TargetSelector: Sendable {
  // | name            | unit | source                                                             |
  // | --------------- | ---- | ------------------------------------------------------------------ |
  // | strokeAgreement | s    | time for which readings agree on the note of a stroke              |
  // | strokeReach     | s    | time after a stroke in which its note may be found                 |
  // | leastDuration   | s    | duration from which a pitch without a stroke is a new target       |
  // | ringing         | dB   | level under the held note's peak at which a string only rings on   |
  // | silence         | s    | time without a clear reading that ends a note                      |
  private static let strokeAgreement = 0.03
  private static let strokeReach = 0.5
  private static let leastDuration = 0.3
  private static let ringing = Decibels(-12)
  private static let silence = 0.4

  /// The classifier of a single reading.
  public let classifier: PitchClassifier
  private let sampleRate: SampleRate
  private var strokes: StrokeDetector
  private var held: Held?
  private var candidate: Candidate?
  private var stroke: SamplePosition?

  private struct Held {
    /// The string nearest to its readings; in chromatic mode the target.
    var key: PitchTarget?
    /// True if its last reading was near enough to match.
    var isMatched: Bool
    var onset: SamplePosition
    var lastClear: SamplePosition
    var peak: Decibels?
  }

  private struct Candidate {
    var key: PitchTarget?
    var start: SamplePosition
  }

  /// Prepares a selector for a stream.
  public init(classifier: PitchClassifier, sampleRate: SampleRate) {
    self.classifier = classifier
    self.sampleRate = sampleRate
    strokes = StrokeDetector(sampleRate: sampleRate)
  }

  /// Returns the result for the next update.
  ///
  /// - Parameters:
  ///   - estimate: the detector's estimate.
  ///   - level: the RMS level.
  ///   - timestamp: the position after the last used sample, later than the previous one.
  /// - Returns: the result of `PitchClassifier.classify` with the held target and the note's onset.
  /// - Complexity: O(strings). Does not allocate.
  public mutating func classify(
    _ estimate: PitchEstimate?, level: Decibels?, at timestamp: SamplePosition
  ) -> PitchResult {
    var result = classifier.result(of: estimate, level: level, at: timestamp)
    if strokes.advance(level, at: timestamp) {
      stroke = timestamp
      candidate = nil
    }
    if let lastClear = held?.lastClear,
      sampleRate.seconds(from: lastClear, to: timestamp) >= Self.silence
    {
      held = nil
    }
    if let stroke, sampleRate.seconds(from: stroke, to: timestamp) > Self.strokeReach {
      self.stroke = nil
    }
    guard result.hasEstimate else {
      candidate = nil
      return result
    }
    if result.confidence >= TuningState.clearConfidence {
      follow(
        Self.key(of: result), isMatched: result.target != nil, level: level, at: timestamp)
    }
    if let onset = held?.onset {
      result.onset = onset
      if classifier.isSelective, let held, held.key != Self.key(of: result) {
        Self.keep(held, in: &result)
      }
    }
    return result
  }

  /// Adds a clear reading, nearest to `key`, to the held note, or begins another note with it.
  private mutating func follow(
    _ key: PitchTarget?, isMatched: Bool, level: Decibels?, at timestamp: SamplePosition
  ) {
    guard let onset = held?.onset else {
      // The first reading of an attack may be wrong. The next one may correct it.
      let onset = stroke ?? timestamp
      stroke = onset
      return begin(
        Held(key: key, isMatched: isMatched, onset: onset, lastClear: timestamp, peak: level))
    }
    held?.lastClear = timestamp
    let isSame = held?.key == key
    guard isSame || !classifier.isSelective else {
      return consider(key, isMatched: isMatched, level: level, at: timestamp)
    }
    if let stroke, stroke > onset {
      held?.onset = stroke
      held?.peak = level
    } else if !isSame {
      held?.onset = timestamp
      held?.peak = level
    } else {
      let peak = held?.peak
      held?.peak = Self.higher(peak, level)
    }
    if !isSame { held?.key = key }
    held?.isMatched = isMatched
    candidate = nil
  }

  /// Begins another note if its readings have lasted, and a stroke or their level supports it.
  private mutating func consider(
    _ key: PitchTarget?, isMatched: Bool, level: Decibels?, at timestamp: SamplePosition
  ) {
    let candidate =
      if let candidate, candidate.key == key {
        candidate
      } else {
        Candidate(key: key, start: timestamp)
      }
    self.candidate = candidate
    let lasted = sampleRate.seconds(from: candidate.start, to: timestamp)
    let isStruck = stroke != nil && lasted >= Self.strokeAgreement
    if isStruck || lasted >= Self.leastDuration && Self.isAsLoud(level, as: held?.peak) {
      begin(
        Held(
          key: key, isMatched: isMatched, onset: candidate.start, lastClear: timestamp, peak: level)
      )
    }
  }

  private mutating func begin(_ note: Held) {
    held = note
    candidate = nil
  }

  /// Removes the data of another string from a result.
  private static func keep(_ held: Held, in result: inout PitchResult) {
    result.target = held.isMatched ? held.key : nil
    result.cents = nil
    result.harmonic = nil
    result.guidance = nil
  }

  private static func key(of result: PitchResult) -> PitchTarget? {
    result.guidance.map { .string($0.string) } ?? result.target
  }

  private static func isAsLoud(_ level: Decibels?, as peak: Decibels?) -> Bool {
    guard let level, let peak else { return false }
    return level.value - peak.value >= ringing.value
  }

  private static func higher(_ left: Decibels?, _ right: Decibels?) -> Decibels? {
    guard let left, let right else { return left ?? right }
    return max(left, right)
  }
}

extension SampleRate {
  /// Returns the time from one position to another, in seconds.
  fileprivate func seconds(from start: SamplePosition, to end: SamplePosition) -> Double {
    Double(end.distance(from: start)) / Double(hertz)
  }
}
