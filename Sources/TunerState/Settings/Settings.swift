// SPDX-License-Identifier: MIT

public import Tuning

/// The settings reducer: the values, the available tunings, and the errors of stored values.
public struct Settings: Hashable, Sendable {
  /// The values.
  public internal(set) var values: TunerSettings
  /// Every available tuning; empty until they are loaded.
  public internal(set) var availableTunings: [InstrumentTuning] = []
  /// The invalid values of the last reading.
  public internal(set) var diagnostics: [SettingDiagnostic] = []
  /// The last error; `nil` after the next valid choice.
  public internal(set) var error: TunerError?

  /// Makes settings before anything is loaded.
  ///
  /// - Parameter values: the values.
  public init(_ values: TunerSettings = TunerSettings()) { self.values = values }

  /// Returns an available tuning.
  ///
  /// - Parameter id: the id.
  /// - Returns: a loaded tuning; before loading, a built-in one. `nil` for none.
  public func tuning(_ id: String) -> InstrumentTuning? {
    availableTunings.isEmpty
      ? InstrumentTuning.preset(id) : availableTunings.first { $0.id == id }
  }
}
