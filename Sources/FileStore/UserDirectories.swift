// SPDX-License-Identifier: MIT

/// The directories of a user's files, by the XDG Base Directory Specification.
///
/// A variable that is unset, empty or not an absolute path is ignored, as the specification
/// requires.
///
/// Source: XDG Base Directory Specification 0.8.
public struct UserDirectories: Sendable {
  private let environment: [String: String]

  /// The name of the product's directory for files that can be made or fetched again.
  public static let productName = "headstock"
  /// The name of the tuner's directory for a player's own files.
  public static let tunerName = "tuner"

  /// Reads the variables of `environment`.
  public init(environment: [String: String]) { self.environment = environment }

  /// Returns the directory for files that can be made or fetched again:
  /// `$XDG_CACHE_HOME/headstock`.
  ///
  /// - Throws: `FileStoreError.noHome` when neither the variable nor `HOME` is set.
  public func cache() throws(FileStoreError) -> String {
    try place("XDG_CACHE_HOME", otherwise: "/.cache", Self.productName)
  }

  /// Returns the directory of settings and a player's own tunings: `$XDG_CONFIG_HOME/tuner`.
  ///
  /// - Throws: `FileStoreError.noHome` when neither the variable nor `HOME` is set.
  public func configuration() throws(FileStoreError) -> String {
    try place("XDG_CONFIG_HOME", otherwise: "/.config", Self.tunerName)
  }

  /// Returns the directory of data that outlives a run but is not worth a backup:
  /// `$XDG_STATE_HOME/tuner`.
  ///
  /// - Throws: `FileStoreError.noHome` when neither the variable nor `HOME` is set.
  public func state() throws(FileStoreError) -> String {
    try place("XDG_STATE_HOME", otherwise: "/.local/state", Self.tunerName)
  }

  /// Returns the directory of data for the present login: `$XDG_RUNTIME_DIR/tuner`.
  ///
  /// This directory is in memory and belongs to this user alone. Without the variable it is that of
  /// ``state()``.
  ///
  /// - Throws: `FileStoreError.noHome` when no variable is set.
  public func runtime() throws(FileStoreError) -> String {
    if let directory = absolute("XDG_RUNTIME_DIR") { return directory + "/" + Self.tunerName }
    return try state()
  }

  /// Makes a directory and its missing parents, for this user alone.
  ///
  /// - Parameter path: the directory; an existing one is unchanged.
  /// - Throws: `FileStoreError.directoryFailed`.
  public static func make(_ path: String) throws(FileStoreError) {
    let code = FilePath.makeDirectory(path)
    if code != 0 { throw .directoryFailed(path: path, code: code) }
  }

  private func place(
    _ variable: String, otherwise path: String, _ name: String
  ) throws(FileStoreError) -> String {
    if let directory = absolute(variable) { return directory + "/" + name }
    guard let home = absolute("HOME") else { throw .noHome(variable: variable) }
    return home + path + "/" + name
  }

  private func absolute(_ variable: String) -> String? {
    guard var value = environment[variable], value.hasPrefix("/") else { return nil }
    while value.count > 1, value.hasSuffix("/") { value.removeLast() }
    return value == "/" ? "" : value
  }
}
