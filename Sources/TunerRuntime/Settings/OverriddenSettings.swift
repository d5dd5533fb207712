// SPDX-License-Identifier: MIT

public import TunerState

/// The settings of one run: overrides of stored settings, which are not stored themselves.
///
/// The player's choices during the run replace the overrides, and are stored.
public struct OverriddenSettings: SettingsRepository {
  private let base: any SettingsRepository
  private let overrides: StoredSettings

  /// Makes a repository that reads overrides before stored settings.
  ///
  /// - Parameters:
  ///   - base: the stored settings.
  ///   - overrides: the values for this run.
  public init(_ base: any SettingsRepository, overrides: StoredSettings) {
    self.base = base
    self.overrides = overrides
  }

  /// Reads the stored settings and replaces those that are overridden.
  ///
  /// - Returns: the settings, and the notices of the stored ones.
  /// - Throws: `StorageError`.
  public func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    let kept = try base.load()
    return (kept.stored.merging(overrides) { $1 }, kept.notices)
  }

  /// Stores a value.
  ///
  /// - Throws: `StorageError`.
  public func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) {
    try base.store(value, for: key)
  }
}

/// The settings of a user without a home directory: none are stored.
public struct UnavailableSettings: SettingsRepository {
  /// Makes an empty repository.
  public init() {}

  /// Returns no settings.
  public func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    ([:], [])
  }

  /// Stores nothing.
  ///
  /// - Throws: `StorageError.noHome`, always.
  public func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) {
    throw .noHome
  }
}
