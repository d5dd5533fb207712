// SPDX-License-Identifier: MIT

public import FileStore

/// The directory of a player's settings and tunings: `$XDG_CONFIG_HOME/tuner`, else
/// `~/.config/tuner`.
public struct SettingsDirectory: Sendable {
  /// The path of the directory, which may not exist.
  public let path: String

  /// Finds the directory.
  ///
  /// - Throws: `TuningLibraryError.noHome` when no variable determines it.
  public init(in directories: UserDirectories) throws(TuningLibraryError) {
    do throws(FileStoreError) {
      path = try directories.configuration()
    } catch {
      throw .noHome
    }
  }

  /// Finds the directory from environment variables.
  ///
  /// - Parameter environment: a process's variables.
  /// - Throws: `TuningLibraryError.noHome` when no variable determines it.
  public init(environment: [String: String]) throws(TuningLibraryError) {
    try self.init(in: UserDirectories(environment: environment))
  }

  /// The path of the settings file.
  public var settingsFile: String { path + "/settings.json" }

  /// The path of the directory with the player's own tunings.
  public var tuningsDirectory: String { path + "/tunings" }
}
