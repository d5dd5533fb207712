// SPDX-License-Identifier: MIT

/// One archive that a publisher offers for download.
package struct DownloadFile: Hashable, Sendable {
  /// The length of the file.
  package enum Size: Hashable, Sendable {
    /// The published length, which the file must have.
    case exactly(Int)
    /// A limit, used as an estimate until the server gives the length; the publisher gives none.
    case atMost(Int)

    /// The length for estimates, in bytes.
    package var byteCount: Int {
      switch self {
      case .exactly(let count), .atMost(let count): count
      }
    }

    /// Returns true if the file may have `count` bytes.
    package func allows(_ count: Int) -> Bool {
      switch self {
      case .exactly(let expected): count == expected
      case .atMost(let limit): count <= limit
      }
    }
  }

  /// The format of the archive.
  package enum Packing: Hashable, Sendable {
    /// A zip archive.
    case zip
    /// A tar archive, plain or compressed by gzip.
    case tar
  }

  /// The file name, at the publisher and on mirrors.
  package let name: String
  /// The publisher's `https` address.
  package let address: String
  /// The length.
  package let size: Size
  /// The published checksum.
  package let digest: FileDigest
  /// The format.
  package let packing: Packing
  /// The limits on the contents.
  package let limits: ArchiveLimits

  /// Describes a file.
  package init(
    name: String, address: String, size: Size, digest: FileDigest, packing: Packing,
    limits: ArchiveLimits
  ) {
    self.name = name
    self.address = address
    self.size = size
    self.digest = digest
    self.packing = packing
    self.limits = limits
  }

  /// The name without its extension: the directory of the unpacked archive.
  var stem: String { name.firstIndex(of: ".").map { String(name[..<$0]) } ?? name }
}
