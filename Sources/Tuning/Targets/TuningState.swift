// SPDX-License-Identifier: MIT

public import Acoustics

/// The state that the display shows a player: silent, unclear, or the class of the deviation.
public enum TuningState: String, CaseIterable, Hashable, Sendable {
  case silent, detecting, active, inTune, slightlyFlat, veryFlat, slightlySharp, verySharp

  /// The confidence from which a reading counts as a pitch.
  public static let noiseGate = 0.3
  /// The confidence from which a reading is an answer.
  public static let clearConfidence = 0.7
}

/// The deviations that are in tune, and those that are slightly off.
public struct TuningTolerance: Hashable, Sendable {
  /// The supported in-tune windows.
  public static let supported = Cents(0.5)...Cents(20)
  /// The standard: in tune to ±10 cents, slightly off to ±25.
  public static let standard = TuningTolerance(unchecked: Cents(10))
  // All windows have the ratio of the standard window, 25 / 10.
  private static let slightlyRatio = 2.5

  /// The largest deviation that is in tune.
  public let inTune: Cents
  /// The largest deviation that is slightly off.
  ///
  /// Beyond it a string is very much off.
  public var slightly: Cents { Cents(inTune.value * Self.slightlyRatio) }

  private init(unchecked inTune: Cents) { self.inTune = inTune }

  /// Makes a tolerance.
  ///
  /// - Throws: `TuningError.toleranceOutOfRange` outside `supported`.
  public init(inTune: Cents) throws(TuningError) {
    guard Self.supported.contains(inTune) else {
      throw .toleranceOutOfRange(required: Self.supported, actual: inTune)
    }
    self.init(unchecked: inTune)
  }

  /// Returns true for a deviation that is in tune; a deviation at the limit is.
  package func contains(_ deviation: Cents) -> Bool { deviation.magnitude <= inTune }
}

extension TuningState {
  /// Classifies a reading.
  ///
  /// A limit belongs to the state nearer to in tune.
  ///
  /// - Parameters:
  ///   - cents: the deviation from the target; `nil` without one.
  ///   - confidence: 0…1; `nil` without a frequency.
  ///   - noiseGate: the confidence below which no pitch is displayed.
  ///   - tolerance: the in-tune window.
  public init(
    cents: Cents?, confidence: Double?, noiseGate: Double = Self.noiseGate,
    tolerance: TuningTolerance = .standard
  ) {
    guard let confidence, confidence >= noiseGate else {
      self = .silent
      return
    }
    guard confidence >= Self.clearConfidence else {
      self = .detecting
      return
    }
    guard let cents, cents.value.isFinite else {
      self = .active
      return
    }
    if tolerance.contains(cents) {
      self = .inTune
    } else if cents.value < 0 {
      self = cents >= -tolerance.slightly ? .slightlyFlat : .veryFlat
    } else {
      self = cents <= tolerance.slightly ? .slightlySharp : .verySharp
    }
  }
}
