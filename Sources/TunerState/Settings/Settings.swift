// SPDX-License-Identifier: MIT

public import Tuning

/// The settings reducer: what is set, what can be chosen, and what was wrong with what was kept.
public struct Settings: Hashable, Sendable {
  /// What is set; the only place where it is.
  public internal(set) var values: TunerSettings
  /// Every tuning that can be chosen; none until they are loaded.
  public internal(set) var availableTunings: [InstrumentTuning] = []
  /// What was kept and can't be, from the last time it was read.
  public internal(set) var diagnostics: [SettingDiagnostic] = []
  /// What went wrong last; `nil` after the next choice that can be.
  public internal(set) var error: TunerError?

  /// Makes settings that nothing was loaded into.
  ///
  /// - Parameter values: what is set.
  public init(_ values: TunerSettings = TunerSettings()) { self.values = values }

  /// Returns a tuning that can be chosen.
  ///
  /// - Parameter id: the name for machines.
  /// - Returns: one that was loaded; before that, one that is built in. `nil` when there is none.
  public func tuning(_ id: String) -> InstrumentTuning? {
    availableTunings.isEmpty
      ? InstrumentTuning.preset(id) : availableTunings.first { $0.id == id }
  }
}
