// SPDX-License-Identifier: MIT

public import TunerState

/// A store of settings, replaced by a fake in tests.
public protocol SettingsRepository: Sendable {
  /// Reads the settings.
  ///
  /// - Returns: the known settings, and notices of repaired faults.
  /// - Throws: `StorageError`; the defaults apply then.
  func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice])

  /// Stores one value, and keeps all others unchanged.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its setting.
  /// - Throws: `StorageError`; the stored settings are unchanged then.
  func store(_ value: StoredValue, for key: SettingKey) throws(StorageError)
}
