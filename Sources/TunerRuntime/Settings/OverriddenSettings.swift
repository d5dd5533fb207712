// SPDX-License-Identifier: MIT

package import TunerState

/// The settings of one run: overrides of stored settings, which are not stored themselves.
///
/// The player's choices during the run replace the overrides, and are stored.
package struct OverriddenSettings: SettingsRepository {
  private let base: any SettingsRepository
  private let overrides: StoredSettings

  /// Makes a repository that reads overrides before stored settings.
  ///
  /// - Parameters:
  ///   - base: the stored settings.
  ///   - overrides: the values for this run.
  package init(_ base: any SettingsRepository, overrides: StoredSettings) {
    self.base = base
    self.overrides = overrides
  }

  /// Reads the stored settings and replaces those that are overridden.
  ///
  /// - Returns: the settings, and the notices of the stored ones.
  /// - Throws: `StorageError`.
  package func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    let kept = try base.load()
    return (kept.stored.merging(overrides) { $1 }, kept.notices)
  }

  /// Stores a value.
  ///
  /// - Returns: the notices of the stored settings.
  /// - Throws: `StorageError`.
  package func store(
    _ value: StoredValue, for key: SettingKey
  ) throws(StorageError) -> [StorageNotice] {
    try base.store(value, for: key)
  }
}

/// The settings of a user without a home directory: none are stored.
package struct UnavailableSettings: SettingsRepository {
  /// Makes an empty repository.
  package init() {}

  /// Returns no settings.
  package func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    ([:], [])
  }

  /// Stores nothing.
  ///
  /// - Throws: `StorageError.noHome`, always.
  package func store(
    _ value: StoredValue, for key: SettingKey
  ) throws(StorageError) -> [StorageNotice] {
    throw .noHome
  }
}
