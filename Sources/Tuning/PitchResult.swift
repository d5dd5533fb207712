// SPDX-License-Identifier: MIT

public import Acoustics

/// One update as a player sees it: what was heard, and how far it is from the target.
public struct PitchResult: Hashable, Sendable {
  /// The position behind the last sample that was used.
  public var timestamp: SamplePosition
  /// What the detector heard; `nil` in silence and in noise.
  public var estimate: PitchEstimate?
  /// How sure the detector is that there is a pitch, 0…1; noise has one too.
  public var confidence: Double
  /// The note nearest to the pitch.
  public var note: Note?
  /// The string or note that the pitch was matched with; `nil` when no string is near enough.
  public var target: PitchTarget?
  /// The signed deviation from the target; `nil` without one.
  public var cents: Cents?
  /// The RMS level; `nil` for digital silence.
  public var level: Decibels?

  /// Makes a result.
  public init(
    timestamp: SamplePosition, estimate: PitchEstimate? = nil, confidence: Double = 0,
    note: Note? = nil, target: PitchTarget? = nil, cents: Cents? = nil, level: Decibels? = nil
  ) {
    self.timestamp = timestamp
    self.estimate = estimate
    self.confidence = confidence
    self.note = note
    self.target = target
    self.cents = cents
    self.level = level
  }

  /// Returns what this result says to a player.
  public func state(
    noiseGate: Double = TuningState.noiseGate, tolerance: TuningTolerance = .standard
  ) -> TuningState {
    TuningState(
      cents: cents, confidence: estimate == nil ? nil : confidence, noiseGate: noiseGate,
      tolerance: tolerance)
  }
}
