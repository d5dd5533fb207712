// SPDX-License-Identifier: MIT

/// A set of recordings that a publisher offers as archives on the web.
///
/// The single recordings are unknown before the download. The published checksums cover the
/// archives, and `layout` describes the recordings after unpacking.
public struct DownloadSet: Hashable, Sendable {
  /// The set's name for machines: lower-case letters, digits and hyphens.
  public let name: String
  /// The set's name for people.
  public let title: String
  /// The version of the set.
  public let version: String
  /// The licence.
  public let licence: String
  /// The citation.
  public let citation: String
  /// The address of its home page.
  public let homepage: String
  /// The known errors of the set.
  public let knownErrors: [String]
  /// The archives in the order of download and unpacking.
  public let files: [DownloadFile]
  /// The rule that finds recordings and annotations in the archives.
  public let layout: DownloadLayout
  /// The number of recordings that are kept, as published.
  public let recordingCount: Int
  /// The approximate length of the kept files in bytes.
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

  /// The length of the download in bytes; an upper limit when a length is not published.
  public var downloadByteCount: Int { files.reduce(0) { $0 + $1.size.byteCount } }

  /// True when every length is published.
  public var isSizePublished: Bool {
    files.allSatisfy { if case .exactly = $0.size { true } else { false } }
  }
}
