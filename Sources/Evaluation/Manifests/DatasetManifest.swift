// SPDX-License-Identifier: MIT

/// What a set of recordings is, where it comes from, and what is known of each recording.
///
/// The same value describes an installed set and says how to install it. It is read from
/// `Datasets/<name>/manifest.json` and checked by `validate()` before anything relies on it.
public struct DatasetManifest: Decodable, Hashable, Sendable {
  /// The format that this type reads.
  public static let schema = "headstock.dataset/1"

  /// How the recordings came about.
  public enum Kind: String, Decodable, Hashable, Sendable {
    /// Played and recorded as they are.
    case recording
    /// Cut and edited for a sample player: not field recordings.
    case sampleBank = "sample_bank"
  }

  /// The name and version of the manifest's format.
  public let schema: String
  /// The set's name for machines: lower-case letters, digits and hyphens.
  public let name: String
  /// The set's name for people.
  public let title: String
  /// How the recordings came about.
  public let kind: Kind
  /// The version of the set.
  public let version: String
  /// Under which terms it is published.
  public let licence: String
  /// Whose work it is.
  public let copyright: String
  /// How to cite it.
  public let citation: String
  /// Where to read more.
  public let homepage: String
  /// What is installed, and from where.
  public let source: DatasetSource
  /// What is wrong with the set as a whole, and its traps.
  public let knownErrors: [String]
  /// The recordings, in the order of their file names.
  public let recordings: [DatasetRecording]

  private enum CodingKeys: String, CodingKey {
    case schema, name, title, kind, version, licence, copyright, citation, homepage, source
    case knownErrors = "known_errors"
    case recordings
  }

  /// The bytes that all recordings take on disk.
  public var byteCount: Int { recordings.reduce(0) { $0 + $1.byteCount } }
}
