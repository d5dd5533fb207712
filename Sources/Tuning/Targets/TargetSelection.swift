// SPDX-License-Identifier: MIT

/// What a pitch is compared with.
public enum TargetSelection: Hashable, Sendable {
  /// The nearest string of a tuning, when it is within `PitchClassifier.matchingRange`.
  case strings(InstrumentTuning)
  /// The nearest note, whatever it is.
  case chromatic

  /// The name for machines: the tuning's, or `chromatic`.
  public var id: String { tuning?.id ?? "chromatic" }

  /// The tuning whose strings are meant; `nil` in chromatic mode.
  public var tuning: InstrumentTuning? {
    if case .strings(let tuning) = self { tuning } else { nil }
  }
}
