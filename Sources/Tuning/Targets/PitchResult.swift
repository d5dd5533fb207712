// SPDX-License-Identifier: MIT

public import Acoustics

/// One update as a player sees it: what was heard, and how far it is from the target.
public struct PitchResult: Hashable, Sendable {
  /// The position behind the last sample that was used.
  public var timestamp: SamplePosition
  /// What the detector heard, sure or not: one place for both, for results are passed on by value.
  private var heard: PitchEstimate?
  private var isSure: Bool
  /// How sure the detector is that there is a pitch, 0…1; noise has one too.
  public var confidence: Double
  /// The note nearest to the pitch.
  public var note: Note?
  /// The string or note that the pitch was matched with; `nil` when no string is near enough.
  public var target: PitchTarget?
  /// The signed deviation from the target; `nil` without one, and for a reading that is not the
  /// target's: another string's ring, or a partial of the tail.
  public var cents: Cents?
  /// The RMS level; `nil` for digital silence.
  public var level: Decibels?
  /// The way to the nearest string, or to the locked one, however far; `nil` in chromatic mode.
  public var guidance: StringGuidance?
  /// The string whose twelfth-fret harmonic this is; `nil` for any other pitch.
  public var harmonic: StringHarmonic?
  /// The position of the first result of the note; `nil` without one.
  public var onset: SamplePosition?

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - timestamp: the position behind the last sample that was used.
  ///   - estimate: what the detector heard.
  ///   - unclear: what it heard though it is not sure of any pitch; nothing beside an estimate.
  ///   - confidence: how sure it is, 0…1.
  ///   - note: the nearest note.
  ///   - target: what the pitch was matched with.
  ///   - cents: the deviation from the target.
  ///   - level: the RMS level.
  ///   - guidance: the way to the nearest string.
  ///   - harmonic: the string whose twelfth-fret harmonic this is.
  ///   - onset: the position of the first result of the note.
  public init(
    timestamp: SamplePosition, estimate: PitchEstimate? = nil, unclear: PitchEstimate? = nil,
    confidence: Double = 0, note: Note? = nil, target: PitchTarget? = nil, cents: Cents? = nil,
    level: Decibels? = nil,
    guidance: StringGuidance? = nil, harmonic: StringHarmonic? = nil,
    onset: SamplePosition? = nil
  ) {
    self.timestamp = timestamp
    heard = estimate ?? unclear
    isSure = estimate != nil
    self.confidence = confidence
    self.note = note
    self.target = target
    self.cents = cents
    self.level = level
    self.guidance = guidance
    self.harmonic = harmonic
    self.onset = onset
  }

  /// Makes the result of one reading, before anything is said about it.
  init(
    timestamp: SamplePosition, heard: PitchEstimate?, isSure: Bool, confidence: Double,
    level: Decibels?
  ) {
    self.timestamp = timestamp
    self.heard = heard
    self.isSure = isSure
    self.confidence = confidence
    self.level = level
  }

  /// Whether there is an estimate: to ask for it would copy it.
  @inline(__always)
  var isHeard: Bool { isSure }

  /// What the detector heard; `nil` in silence and in noise.
  public var estimate: PitchEstimate? {
    get { isSure ? heard : nil }
    set {
      guard newValue != nil || isSure else { return }
      (heard, isSure) = (newValue, newValue != nil)
    }
  }

  /// What the detector heard though it is not sure of any pitch, as of several strings at once; `nil`
  /// where it is sure, and where it does not listen for a pitch's company.
  public var unclear: PitchEstimate? { isSure ? nil : heard }

  /// Returns what this result says to a player.
  ///
  /// - Parameters:
  ///   - noiseGate: the confidence below which nothing is shown.
  ///   - tolerance: the in-tune window.
  /// - Returns: the state of the contract's table.
  public func state(
    noiseGate: Double = TuningState.noiseGate, tolerance: TuningTolerance = .standard
  ) -> TuningState {
    TuningState(
      cents: cents, confidence: isSure ? confidence : nil, noiseGate: noiseGate,
      tolerance: tolerance)
  }

  /// Refuses a result that no classifier gives: for those that come from elsewhere.
  ///
  /// - Returns: the result itself.
  /// - Throws: `TuningError.resultOutOfRange` for a confidence beyond 0…1, a deviation beyond
  ///   ±100 cents, and a frequency that is not finite and above 0.
  public func validated() throws(TuningError) -> PitchResult {
    try Self.check("confidence", confidence, within: 0...1)
    if let cents { try Self.check("cents", cents.value, within: -100...100) }
    if let estimate {
      try Self.check(
        "frequency", estimate.frequency.value,
        within: Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude)
    }
    return self
  }

  private static func check(
    _ field: String, _ value: Double, within range: ClosedRange<Double>
  ) throws(TuningError) {
    guard range.contains(value) else {
      throw .resultOutOfRange(field: field, required: range, actual: value)
    }
  }
}
