// SPDX-License-Identifier: MIT

/// The selection of targets.
public enum TargetSelection: Hashable, Sendable {
  /// The nearest string of a tuning, within `PitchClassifier.matchingRange`.
  case strings(InstrumentTuning)
  /// The nearest note.
  case chromatic

  /// The id: the tuning's, or `chromatic`.
  public var id: String { tuning?.id ?? "chromatic" }

  /// The tuning; `nil` in chromatic mode.
  public var tuning: InstrumentTuning? {
    if case .strings(let tuning) = self { tuning } else { nil }
  }
}
