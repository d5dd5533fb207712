// SPDX-License-Identifier: MIT

public import TunerState
public import Tuning

/// A store of settings, replaced by a fake in tests.
public protocol SettingsRepository: Sendable {
  /// Reads the settings.
  ///
  /// - Returns: the known settings, and notices of repaired faults.
  /// - Throws: `StorageError`; the defaults apply then.
  func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice])

  /// Stores one value, and keeps all others unchanged.
  ///
  /// - Returns: notices of repaired faults.
  /// - Throws: `StorageError`; the stored settings are unchanged then.
  func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) -> [StorageNotice]
}

/// A source of tunings: the built-in ones and the player's own.
public protocol TuningRepository: Sendable {
  /// Reads every tuning that can be selected.
  ///
  /// - Returns: the built-in tunings in the order of a list, then the player's own by id, and
  ///   notices of invalid files.
  func tunings() -> (tunings: [InstrumentTuning], notices: [StorageNotice])

  /// Finds one tuning.
  ///
  /// - Parameter id: the tuning's id.
  /// - Returns: the tuning; `nil` for an unknown id.
  func tuning(_ id: String) -> InstrumentTuning?
}

/// A notice for the player about stored settings, which does not stop the program.
public enum StorageNotice: Hashable, Sendable {
  /// The settings were unreadable and were moved aside; the defaults apply.
  case setAside(place: String, to: String, reason: String)
  /// The settings were unreadable and could not be moved aside; the defaults apply.
  case unreadable(place: String, reason: String)
  /// A later version wrote the settings; known values apply, and no change is stored.
  case laterVersion(place: String, version: Int)
  /// A file contains no tuning; the others can be selected.
  case tuningUnreadable(reason: String)
}

extension StorageNotice: CustomStringConvertible {
  /// One sentence for a person that ends with the remedy.
  public var description: String {
    switch self {
    case .setAside(let place, let aside, let reason):
      "\(place): \(reason), so the defaults count. What it held is in \(aside)."
    case .unreadable(let place, let reason):
      "\(place): \(reason), so the defaults count. Mend it, or remove it."
    case .laterVersion(let place, let version):
      "\(place): written by a later version (\(version)); the settings that are known here count, and "
        + "no change is stored. Update the program."
    case .tuningUnreadable(let reason): reason
    }
  }
}
