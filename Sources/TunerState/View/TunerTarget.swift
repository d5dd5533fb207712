// SPDX-License-Identifier: MIT

public import Tuning

/// The choice among the strings.
public enum TargetMode: Hashable, Sendable {
  /// The nearest string.
  case nearest
  /// One string for any pitch, by the player's number.
  case locked(Int)
  /// The nearest note, in chromatic mode.
  case chromatic
  /// Every string of a stroke at once.
  case all
}

/// The choices that decide the target of a pitch.
public struct TunerTarget: Hashable, Sendable {
  /// The tuning as it sounds behind the capo.
  public let tuning: InstrumentTuning
  /// The choice among its strings.
  public let mode: TargetMode
  /// The frequency of A4.
  public let reference: ReferencePitch
  /// The temperament.
  public let temperament: Temperament

  /// Makes the classifier of these targets.
  ///
  /// - Throws: `InstrumentTuningError.noPitch` and `.noDegree` if the temperament has no pitch for
  ///   a string, and `.noSuchString` if the locked string does not exist.
  public func classifier() throws(InstrumentTuningError) -> PitchClassifier {
    let system = PitchSystem(reference: reference, temperament: temperament)
    return switch mode {
    case .nearest, .all: try PitchClassifier(selection: .strings(tuning), system: system)
    case .locked(let position):
      try PitchClassifier(selection: .strings(tuning), system: system, lockedTo: position)
    case .chromatic: try PitchClassifier(selection: .chromatic, system: system)
    }
  }

  /// The strings that a stroke is compared with; `nil` if one string is tuned at a time, or if the
  /// temperament has no pitch for a string.
  public var strumTargets: [StrumTarget]? {
    guard mode == .all else { return nil }
    let system = PitchSystem(reference: reference, temperament: temperament)
    return (try? tuning.tunedStrings(in: system)).map(StrumTarget.targets)
  }
}
