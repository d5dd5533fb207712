// SPDX-License-Identifier: MIT

public import FileStore

/// Where a player's settings and own tunings are kept: `$XDG_CONFIG_HOME/tuner`, else
/// `~/.config/tuner`.
public struct SettingsDirectory: Sendable {
  /// The directory, whether or not it is there.
  public let path: String

  /// Finds the directory.
  ///
  /// - Parameter directories: where a user's files are.
  /// - Throws: `TuningLibraryError.noHome` when no variable says where it would be.
  public init(in directories: UserDirectories) throws(TuningLibraryError) {
    do throws(FileStoreError) {
      path = try directories.configuration()
    } catch {
      throw .noHome
    }
  }

  /// Finds the directory by variables.
  ///
  /// - Parameter environment: a process's variables.
  /// - Throws: `TuningLibraryError.noHome` when no variable says where it would be.
  public init(environment: [String: String]) throws(TuningLibraryError) {
    try self.init(in: UserDirectories(environment: environment))
  }

  /// The file that holds the settings.
  public var settingsFile: String { path + "/settings.json" }

  /// The directory that holds the player's own tunings.
  public var tuningsDirectory: String { path + "/tunings" }
}
