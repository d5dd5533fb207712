// SPDX-License-Identifier: MIT

/// One archive that its publisher offers for download.
public struct DownloadFile: Hashable, Sendable {
  /// How long the file is.
  public enum Size: Hashable, Sendable {
    /// Published: anything else is another file.
    case exactly(Int)
    /// Not published: a limit, and what to count with until the server says more.
    case atMost(Int)

    /// The length to count with, in bytes.
    public var byteCount: Int {
      switch self {
      case .exactly(let count), .atMost(let count): count
      }
    }

    /// Whether a file of `count` bytes can be the one.
    public func allows(_ count: Int) -> Bool {
      switch self {
      case .exactly(let expected): count == expected
      case .atMost(let limit): count <= limit
      }
    }
  }

  /// How the file is packed.
  public enum Packing: Hashable, Sendable {
    /// A zip archive.
    case zip
    /// A tar archive, plain or compressed by gzip.
    case tar
  }

  /// The name, which is also its name on a mirror.
  public let name: String
  /// Where the publisher offers it: an `https` address.
  public let address: String
  /// How long it is.
  public let size: Size
  /// The checksum that was published with it.
  public let digest: FileDigest
  /// How it is packed.
  public let packing: Packing
  /// The most that may come out of it: members, and their bytes together.
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

  /// The name without what it ends in: the directory that the archive is unpacked into.
  var stem: String { name.firstIndex(of: ".").map { String(name[..<$0]) } ?? name }
}
