// SPDX-License-Identifier: MIT

/// One archive that a publisher offers for download.
public struct DownloadFile: Hashable, Sendable {
  /// The length of the file.
  public enum Size: Hashable, Sendable {
    /// The published length, which the file must have.
    case exactly(Int)
    /// A limit, used as an estimate until the server gives the length; the publisher gives none.
    case atMost(Int)

    /// The length for estimates, in bytes.
    public var byteCount: Int {
      switch self {
      case .exactly(let count), .atMost(let count): count
      }
    }

    /// Returns whether the file may have `count` bytes.
    public func allows(_ count: Int) -> Bool {
      switch self {
      case .exactly(let expected): count == expected
      case .atMost(let limit): count <= limit
      }
    }
  }

  /// The format of the archive.
  public enum Packing: Hashable, Sendable {
    /// A zip archive.
    case zip
    /// A tar archive, plain or compressed by gzip.
    case tar
  }

  /// The file name, at the publisher and on mirrors.
  public let name: String
  /// The publisher's `https` address.
  public let address: String
  /// The length.
  public let size: Size
  /// The published checksum.
  public let digest: FileDigest
  /// The format.
  public let packing: Packing
  /// The limits on the contents.
  public let limits: ArchiveLimits

  /// Describes a file.
  public init(
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
