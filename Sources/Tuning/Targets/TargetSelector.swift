// SPDX-License-Identifier: MIT

public import Acoustics

/// Says which string is being tuned, from one reading to the next.
///
/// A reading by itself names the nearest string. But a string's tail can leave a partial that is another
/// string's note, and a damped string leaves its neighbours ringing: both are heard clearly and neither
/// was played. So a string that is held as the target gives way only to a stroke, or to a pitch that
/// lasts and is about as loud as the held note was. Until then a foreign reading keeps the target and
/// has no deviation. Chromatic mode and a locked string need no such care.
///
/// Streaming and causal; nothing is allocated.
public struct TargetSelector: Sendable {
  /// How long two readings apart must agree to be the note of a stroke, in seconds.
  private static let strokeAgreement = 0.03
  /// How long behind a stroke its note may be found, in seconds.
  private static let strokeReach = 0.5
  /// How long a pitch that was not struck must last to be meant, in seconds.
  private static let patience = 0.3
  /// How far below the held note's peak a pitch that was not struck may be: what rings along is less.
  private static let ringing = Decibels(-12)
  /// How long without a clear reading ends a note, in seconds.
  private static let silence = 0.4

  /// What one reading by itself is compared with.
  public let classifier: PitchClassifier
  private let sampleRate: SampleRate
  private var strokes: StrokeDetector
  private var held: Held?
  private var candidate: Candidate?
  private var stroke: SamplePosition?

  private struct Held {
    /// The string nearest to its readings; in chromatic mode the target.
    var key: PitchTarget?
    /// Whether its last reading was near enough to be matched.
    var isMatched: Bool
    var onset: SamplePosition
    var lastClear: SamplePosition
    var peak: Decibels?
  }

  private struct Candidate {
    var key: PitchTarget?
    var start: SamplePosition
  }

  /// Prepares for a stream.
  ///
  /// - Parameters:
  ///   - classifier: what one reading by itself is compared with.
  ///   - sampleRate: the stream's rate.
  public init(classifier: PitchClassifier, sampleRate: SampleRate) {
    self.classifier = classifier
    self.sampleRate = sampleRate
    strokes = StrokeDetector(sampleRate: sampleRate)
  }

  /// Returns the result for the next update.
  ///
  /// - Parameters:
  ///   - estimate: what the detector heard.
  ///   - level: the RMS level.
  ///   - timestamp: the position behind the last sample used, later than the one before.
  /// - Returns: as `PitchClassifier.classify`, with the target that is held and the note's onset.
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
    guard result.isHeard else {
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

  /// Decides whether a clear reading, nearest to `key`, belongs to the held note, or begins another.
  private mutating func follow(
    _ key: PitchTarget?, isMatched: Bool, level: Decibels?, at timestamp: SamplePosition
  ) {
    guard let onset = held?.onset else {
      // The first reading of an attack may be wrong: what is heard next may still correct it.
      let onset = stroke ?? timestamp
      stroke = onset
      return begin(
        Held(key: key, isMatched: isMatched, onset: onset, lastClear: timestamp, peak: level))
    }
    held?.lastClear = timestamp
    let isSame = held?.key == key
    if isSame || !classifier.isSelective {
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
      return
    }
    let candidate =
      if let candidate, candidate.key == key {
        candidate
      } else {
        Candidate(key: key, start: timestamp)
      }
    self.candidate = candidate
    let lasted = sampleRate.seconds(from: candidate.start, to: timestamp)
    let isStruck = stroke != nil && lasted >= Self.strokeAgreement
    if isStruck || lasted >= Self.patience && Self.isAsLoud(level, as: held?.peak) {
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

  /// Takes what belongs to another string out of a result.
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
  /// How long it is from one position to another.
  fileprivate func seconds(from start: SamplePosition, to end: SamplePosition) -> Double {
    Double(end.distance(from: start)) / Double(hertz)
  }
}
