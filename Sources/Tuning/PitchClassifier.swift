// SPDX-License-Identifier: MIT

public import Acoustics

/// Compares what was heard with what was meant.
public struct PitchClassifier: Sendable {
  /// How near to a string a pitch must be to count as that string: half a semitone, beyond which
  /// another note is nearer.
  public static let matchingRange = Cents(50)

  /// What a pitch is compared with.
  public let selection: TargetSelection
  /// Where A4 is.
  public let reference: ReferencePitch

  /// Makes a classifier.
  public init(selection: TargetSelection, reference: ReferencePitch = .concert) {
    self.selection = selection
    self.reference = reference
  }

  /// Returns the result for one update.
  ///
  /// - Parameters:
  ///   - estimate: what the detector heard. A frequency that is not finite and above 0 counts as
  ///     nothing; under `TuningState.noiseGate` only the confidence is kept, for what repeats in
  ///     noise is not a pitch.
  ///   - level: the RMS level.
  ///   - timestamp: the position behind the last sample used.
  /// - Returns: the result, without a target where no string is near enough.
  /// - Complexity: O(strings). Does not allocate.
  public func classify(
    _ estimate: PitchEstimate?, level: Decibels?, at timestamp: SamplePosition
  ) -> PitchResult {
    guard let estimate, estimate.frequency.value > 0, estimate.frequency.value.isFinite else {
      return PitchResult(timestamp: timestamp, level: level)
    }
    guard estimate.confidence >= TuningState.noiseGate else {
      return PitchResult(timestamp: timestamp, confidence: estimate.confidence, level: level)
    }
    let target = target(of: estimate.frequency)
    return PitchResult(
      timestamp: timestamp, estimate: estimate, confidence: estimate.confidence,
      note: reference.nearestNote(to: estimate.frequency), target: target,
      cents: target.map { deviation(of: estimate.frequency, from: $0.note) }, level: level)
  }

  /// Returns what `frequency` is matched with; `nil` when no string is within reach.
  ///
  /// - Precondition: `frequency` is above 0 and finite.
  public func target(of frequency: Hertz) -> PitchTarget? {
    switch selection {
    case .chromatic:
      return .note(reference.nearestNote(to: frequency))
    case .strings(let tuning):
      guard let string = nearestString(to: frequency, in: tuning),
        deviation(of: frequency, from: string.note).magnitude <= Self.matchingRange
      else { return nil }
      return .string(string)
    }
  }

  /// Returns the string nearest to `frequency`, however far; of two as near, the lower.
  ///
  /// - Precondition: `frequency` is above 0 and finite.
  public func nearestString(to frequency: Hertz, in tuning: InstrumentTuning) -> GuitarString? {
    let place = reference.keyboardPosition(of: frequency)
    var nearest: GuitarString?
    // A span: unoptimised builds allocate in an array's iterator, and this runs while listening.
    let strings = tuning.strings.span
    for index in strings.indices {
      let string = strings[index]
      let distance = abs(Double(string.note.midi) - place)
      if nearest.map({ distance < abs(Double($0.note.midi) - place) }) ?? true { nearest = string }
    }
    return nearest
  }

  /// Returns how far `frequency` lies above `note`.
  public func deviation(of frequency: Hertz, from note: Note) -> Cents {
    frequency.interval(above: reference.frequency(of: note))
  }
}
