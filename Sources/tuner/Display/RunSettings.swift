// SPDX-License-Identifier: MIT

import TunerRuntime
import TunerState

/// The settings of one run: what was said on the command line or in the environment counts, is not
/// kept, and gives way to what the player chooses while it runs.
struct RunSettings: SettingsRepository {
  /// Where the player's choices are kept.
  let file: any SettingsRepository
  /// What counts for this run.
  let overrides: StoredSettings

  func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    let kept = try file.load()
    return (kept.stored.merging(overrides) { $1 }, kept.notices)
  }

  func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) {
    try file.store(value, for: key)
  }
}

/// Keeps nothing, where there is no home directory to keep it in.
struct ForgetfulSettings: SettingsRepository {
  func load() throws(StorageError) -> (stored: StoredSettings, notices: [StorageNotice]) {
    ([:], [])
  }

  func store(_ value: StoredValue, for key: SettingKey) throws(StorageError) { throw .noHome }
}
