// SPDX-License-Identifier: MIT

/// A set of recordings that its publisher offers as archives on the web.
///
/// Nothing is known of its single recordings until they are there: the archives are checked by their
/// published checksums, and what is in them is described after unpacking, by the rule of `layout`.
public struct DownloadSet: Hashable, Sendable {
  /// The name for machines: lower-case letters, digits and hyphens.
  public let name: String
  /// The name for people.
  public let title: String
  /// The version of the set.
  public let version: String
  /// Under which terms it is published.
  public let licence: String
  /// How to cite it.
  public let citation: String
  /// Where to read more.
  public let homepage: String
  /// What is wrong with the set, and its traps.
  public let knownErrors: [String]
  /// The archives, fetched and unpacked in this order.
  public let files: [DownloadFile]
  /// How recordings and annotations are found in the archives.
  public let layout: DownloadLayout
  /// The recordings that the publisher counts and that are kept.
  public let recordingCount: Int
  /// About what the kept files take on disk.
  public let installedByteCount: Int

  /// Describes a set.
  public init(
    name: String, title: String, version: String, licence: String, citation: String,
    homepage: String, knownErrors: [String], files: [DownloadFile], layout: DownloadLayout,
    recordingCount: Int, installedByteCount: Int
  ) {
    self.name = name
    self.title = title
    self.version = version
    self.licence = licence
    self.citation = citation
    self.homepage = homepage
    self.knownErrors = knownErrors
    self.files = files
    self.layout = layout
    self.recordingCount = recordingCount
    self.installedByteCount = installedByteCount
  }

  /// What is fetched, in bytes; where a length is not published, the most that it may be.
  public var downloadByteCount: Int { files.reduce(0) { $0 + $1.size.byteCount } }

  /// Whether every length is published.
  public var isSizePublished: Bool {
    files.allSatisfy { if case .exactly = $0.size { true } else { false } }
  }
}
