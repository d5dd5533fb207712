// SPDX-License-Identifier: MIT

public import TunerState

/// Where settings are kept; made by whoever joins a tuner to a system, and doubled in tests.
public protocol SettingsRepository: Sendable {
  /// Reads what is kept.
  ///
  /// - Returns: the known keys that are there, and what was found wrong and mended on the way.
  /// - Throws: `StorageError`; the defaults count then.
  func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice])

  /// Keeps one value, and whatever else is kept as it is.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its setting.
  /// - Throws: `StorageError`; what was kept is as it was.
  func store(_ value: StoredValue, for key: SettingKey) throws(StorageError)
}
