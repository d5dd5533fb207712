// SPDX-License-Identifier: MIT

/// The directories in which a program keeps a user's files, by the XDG Base Directory Specification.
///
/// A variable that is unset, empty or not an absolute path counts as not set, as the specification
/// says.
///
/// Source: XDG Base Directory Specification 0.8.
public struct UserDirectories: Sendable {
  private let environment: [String: String]

  /// The name of the product's own directory among files that can be made or fetched again.
  public static let productName = "headstock"
  /// The name of the tuner's directory among what is a player's own.
  public static let tunerName = "tuner"

  /// Reads the variables of `environment`.
  public init(environment: [String: String]) { self.environment = environment }

  /// Returns where files go that can be made or fetched again: `$XDG_CACHE_HOME/headstock`.
  ///
  /// - Throws: `FileStoreError.noHome` when neither the variable nor `HOME` says.
  public func cache() throws(FileStoreError) -> String {
    try place("XDG_CACHE_HOME", otherwise: "/.cache", Self.productName)
  }

  /// Returns where settings and a player's own tunings are: `$XDG_CONFIG_HOME/tuner`.
  ///
  /// - Throws: `FileStoreError.noHome` when neither the variable nor `HOME` says.
  public func configuration() throws(FileStoreError) -> String {
    try place("XDG_CONFIG_HOME", otherwise: "/.config", Self.tunerName)
  }

  /// Returns where a player's journal is and other data that can't be made again:
  /// `$XDG_DATA_HOME/tuner`.
  ///
  /// - Throws: `FileStoreError.noHome` when neither the variable nor `HOME` says.
  public func data() throws(FileStoreError) -> String {
    try place("XDG_DATA_HOME", otherwise: "/.local/share", Self.tunerName)
  }

  /// Returns where goes what outlives a run and is of no worth elsewhere: `$XDG_STATE_HOME/tuner`.
  ///
  /// - Throws: `FileStoreError.noHome` when neither the variable nor `HOME` says.
  public func state() throws(FileStoreError) -> String {
    try place("XDG_STATE_HOME", otherwise: "/.local/state", Self.tunerName)
  }

  /// Returns where goes what is of no worth after the login: `$XDG_RUNTIME_DIR/tuner`, which is memory
  /// of this user alone, and where there is none the place of ``state()``.
  ///
  /// - Throws: `FileStoreError.noHome` when no variable says.
  public func runtime() throws(FileStoreError) -> String {
    if let directory = absolute("XDG_RUNTIME_DIR") { return directory + "/" + Self.tunerName }
    return try state()
  }

  /// Makes a directory and those above it, for this user alone.
  ///
  /// - Parameter path: the directory; one that is there is left as it is.
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
