// SPDX-License-Identifier: MIT

public import Acoustics

/// What a result says to a player.
public enum TuningState: String, CaseIterable, Hashable, Sendable {
  case silent, detecting, active, inTune, slightlyFlat, veryFlat, slightlySharp, verySharp

  /// The confidence from which a reading counts as a sound with a pitch.
  public static let noiseGate = 0.3
  /// The confidence from which a reading is an answer.
  public static let clearConfidence = 0.7
}

/// How far from the target is still in tune, and still only slightly off.
public struct TuningTolerance: Hashable, Sendable {
  /// The windows that can be asked for.
  public static let supported = Cents(0.5)...Cents(20)
  /// ±10 cents, and slightly off up to ±25.
  public static let standard = TuningTolerance(unchecked: Cents(10))
  // 25 / 10 of the standard window, kept in proportion for the others.
  private static let slightlyRatio = 2.5

  /// Deviations up to this are in tune.
  public let inTune: Cents
  /// Deviations up to this are slightly off, and beyond it very.
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
}

extension TuningState {
  /// Classifies a reading; every threshold belongs to the state nearer to in tune.
  ///
  /// - Parameters:
  ///   - cents: the deviation from the target; `nil` without one.
  ///   - confidence: 0…1; `nil` without a frequency.
  ///   - noiseGate: the confidence below which nothing is shown.
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
    if cents.magnitude <= tolerance.inTune {
      self = .inTune
    } else if cents.value < 0 {
      self = cents >= -tolerance.slightly ? .slightlyFlat : .veryFlat
    } else {
      self = cents <= tolerance.slightly ? .slightlySharp : .verySharp
    }
  }
}
