// SPDX-License-Identifier: MIT

/// The directories in which a program keeps a user's files, by the XDG Base Directory Specification.
///
/// A variable that is unset, empty or not an absolute path counts as not set, as the specification
/// says.
///
/// Source: XDG Base Directory Specification 0.8.
public struct UserDirectories: Sendable {
  private let environment: [String: String]

  /// The name of the product's own directory in each of them.
  public static let productName = "headstock"

  /// Reads the variables of `environment`.
  public init(environment: [String: String]) { self.environment = environment }

  /// Returns where files go that can be made or fetched again: `$XDG_CACHE_HOME/headstock`.
  ///
  /// - Throws: `FileStoreError.noHome` when neither the variable nor `HOME` says.
  public func cache() throws(FileStoreError) -> String {
    try place("XDG_CACHE_HOME", otherwise: "/.cache")
  }

  private func place(
    _ variable: String, otherwise path: String
  ) throws(FileStoreError) -> String {
    if let directory = absolute(variable) { return directory + "/" + Self.productName }
    guard let home = absolute("HOME") else { throw .noHome(variable: variable) }
    return home + path + "/" + Self.productName
  }

  private func absolute(_ variable: String) -> String? {
    guard var value = environment[variable], value.hasPrefix("/") else { return nil }
    while value.count > 1, value.hasSuffix("/") { value.removeLast() }
    return value == "/" ? "" : value
  }
}
