// SPDX-License-Identifier: MIT

public import Tuning

/// Which of the strings are meant.
public enum TargetMode: Hashable, Sendable {
  /// The nearest string.
  case nearest
  /// One string, whatever sounds, by the player's number.
  case locked(Int)
  /// The nearest note of any.
  case chromatic
}

/// Everything that decides what a pitch is compared with.
public struct TunerTarget: Hashable, Sendable {
  /// What is tuned, as it sounds behind the capo.
  public let tuning: InstrumentTuning
  /// Which of its strings are meant.
  public let mode: TargetMode
  /// Where A4 is.
  public let reference: ReferencePitch
  /// How the notes between one A and the next are spaced.
  public let temperament: Temperament

  /// Makes what pitches are compared with.
  ///
  /// - Returns: the classifier.
  /// - Throws: `InstrumentTuningError.noPitch` when the temperament leaves a string out, and
  ///   `.noSuchString` when a string is locked that is not there.
  public func classifier() throws(InstrumentTuningError) -> PitchClassifier {
    let system = PitchSystem(reference: reference, temperament: temperament)
    return switch mode {
    case .nearest: try PitchClassifier(selection: .strings(tuning), system: system)
    case .locked(let position):
      try PitchClassifier(selection: .strings(tuning), system: system, lockedTo: position)
    case .chromatic: try PitchClassifier(selection: .chromatic, system: system)
    }
  }
}
