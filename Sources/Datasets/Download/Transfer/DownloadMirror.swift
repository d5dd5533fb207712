// SPDX-License-Identifier: MIT

/// A server that offers the files of a set under their names, in place of the publisher's.
package struct DownloadMirror: Hashable, Sendable {
  private let address: String

  /// True for a connection without encryption.
  ///
  /// The published checksums are verified anyway.
  let isPlain: Bool

  /// Makes a mirror from the address of the files' directory.
  ///
  /// - Parameter address: begins with `https://` or `http://`; no blanks, queries or fragments.
  /// - Throws: `DownloadError.mirrorUnusable`.
  package init(_ address: String) throws(DownloadError) {
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { address.lowercased().hasPrefix($0) }),
      address.utf8.count > scheme.utf8.count, !address.dropFirst(scheme.count).hasPrefix("/"),
      address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      !address.contains(where: { "?#\"<>\\^`{|}".contains($0) })
    else { throw .mirrorUnusable(address: address) }
    isPlain = scheme == "http://"
    var address = address[...]
    while address.hasSuffix("/") { address.removeLast() }
    self.address = String(address)
  }

  /// Returns the address of a file.
  func address(of file: DownloadFile) -> String { "\(address)/\(file.name)" }
}

/// The options of a download.
package struct DownloadOptions: Sendable {
  /// The mirror; `nil` for the publishers' own servers.
  package var mirror: DownloadMirror?
  /// The time without a byte after which a connection is given up, in seconds.
  package var timeout = 60
  /// The number of immediate retries after a connection that ended early and made progress.
  package var continuationCount = 4

  /// Makes the default options.
  package init() {}
}
