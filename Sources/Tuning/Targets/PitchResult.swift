// SPDX-License-Identifier: MIT

public import Acoustics

/// One update for a player: the pitch and its deviation from the target.
public struct PitchResult: Hashable, Sendable {
  /// The position after the last used sample.
  public var timestamp: SamplePosition
  /// The detector's estimate, clear or unclear.
  ///
  /// One property for both, because results are passed by value.
  private var measured: PitchEstimate?
  private var isSure: Bool
  /// The confidence that there is a pitch, 0…1; noise has one too.
  public var confidence: Double
  /// The note nearest to the pitch.
  public var note: Note?
  /// The target string or note; `nil` when no string is near enough.
  ///
  /// For a reading of another sound (see ``cents``), this is the target of the note.
  public var target: PitchTarget?
  /// The signed deviation from the target; `nil` without a target, and for a reading of another
  /// sound, such as another string that still rings or a partial of the decaying note.
  ///
  /// That from a locked string is limited to `PitchClassifier.lockedRange`.
  public var cents: Cents?
  /// The RMS level; `nil` for digital silence.
  public var level: Decibels?
  /// The interval to the nearest or locked string, at any distance; `nil` without a pitch, in
  /// chromatic mode, and for a reading of another sound (see ``cents``).
  public var guidance: StringGuidance?
  /// The string with this harmonic at the twelfth fret; `nil` for any other pitch.
  public var harmonic: StringHarmonic?
  /// The position of the first result of the note; `nil` without a note.
  public var onset: SamplePosition?

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - timestamp: the position after the last used sample.
  ///   - estimate: the detector's estimate.
  ///   - unclear: an estimate without a clear pitch; ignored if `estimate` is given.
  ///   - confidence: the confidence, 0…1.
  ///   - note: the nearest note.
  ///   - target: the target of the pitch.
  ///   - cents: the deviation from the target.
  ///   - level: the RMS level.
  ///   - guidance: the interval to the nearest string.
  ///   - harmonic: the string with this harmonic at the twelfth fret.
  ///   - onset: the position of the first result of the note.
  public init(
    timestamp: SamplePosition, estimate: PitchEstimate? = nil, unclear: PitchEstimate? = nil,
    confidence: Double = 0, note: Note? = nil, target: PitchTarget? = nil, cents: Cents? = nil,
    level: Decibels? = nil,
    guidance: StringGuidance? = nil, harmonic: StringHarmonic? = nil,
    onset: SamplePosition? = nil
  ) {
    self.timestamp = timestamp
    measured = estimate ?? unclear
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

  /// Makes the result of one reading.
  init(
    timestamp: SamplePosition, measured: PitchEstimate?, isSure: Bool, confidence: Double,
    level: Decibels?
  ) {
    self.timestamp = timestamp
    self.measured = measured
    self.isSure = isSure
    self.confidence = confidence
    self.level = level
  }

  /// True if there is an estimate.
  ///
  /// Reading the estimate would copy it.
  @inline(__always)
  var hasEstimate: Bool { isSure }

  /// The clear estimate; `nil` in silence and in noise.
  public var estimate: PitchEstimate? {
    get { isSure ? measured : nil }
    set {
      guard newValue != nil || isSure else { return }
      (measured, isSure) = (newValue, newValue != nil)
    }
  }

  /// An estimate without a clear pitch, such as that of a chord; `nil` if the pitch is clear, and
  /// if the configuration does not request the detection of a second string.
  public var unclear: PitchEstimate? { isSure ? nil : measured }

  /// The signed deviation from the target at any distance; `nil` where `cents` is.
  ///
  /// `cents` serves a needle and stops at `PitchClassifier.lockedRange` from a locked string.
  package var deviation: Cents? {
    guard let cents, PitchClassifier.reachesLockedRange(cents) else { return cents }
    return guidance?.interval ?? cents
  }

  /// Returns the tuning state of this result.
  ///
  /// - Parameters:
  ///   - noiseGate: the confidence below which no pitch is displayed.
  ///   - tolerance: the in-tune window.
  /// - Returns: the state.
  public func state(
    noiseGate: Double = TuningState.noiseGate, tolerance: TuningTolerance = .standard
  ) -> TuningState {
    TuningState(
      cents: cents, confidence: isSure ? confidence : nil, noiseGate: noiseGate,
      tolerance: tolerance)
  }

  /// Checks a result that did not come from a classifier.
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
