// SPDX-License-Identifier: MIT

/// A server that offers the files of a set by their names, in place of the publisher's.
public struct DownloadMirror: Hashable, Sendable {
  private let address: String

  /// Whether the user asked for a connection that anyone on the way can read and change.
  ///
  /// What arrives is compared with the published checksums all the same.
  let isPlain: Bool

  /// Takes the address of the directory that the files are in.
  ///
  /// - Parameter address: begins with `https://` or `http://`; no blanks, queries or fragments.
  /// - Throws: `DownloadError.mirrorUnusable`.
  public init(_ address: String) throws(DownloadError) {
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

  /// Where a file is.
  func address(of file: DownloadFile) -> String { "\(address)/\(file.name)" }
}
