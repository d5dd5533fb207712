// SPDX-License-Identifier: MIT

/// A set of recordings that a publisher offers as archives on the web.
///
/// The single recordings are unknown before the download. The published checksums cover the
/// archives, and `layout` describes the recordings after unpacking.
package struct DownloadSet: Hashable, Sendable {
  /// The set's name for machines: lower-case letters, digits and hyphens.
  package let name: String
  /// The set's name for people.
  package let title: String
  /// The version of the set.
  package let version: String
  /// The licence.
  package let licence: String
  /// The citation.
  package let citation: String
  /// The address of its home page.
  package let homepage: String
  /// The known errors of the set.
  package let knownErrors: [String]
  /// The archives in the order of download and unpacking.
  package let files: [DownloadFile]
  /// The rule that finds recordings and annotations in the archives.
  package let layout: DownloadLayout
  /// The number of recordings that are kept, as published.
  package let recordingCount: Int
  /// The approximate length of the kept files in bytes.
  package let installedByteCount: Int

  /// Describes a set.
  package init(
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
  package var downloadByteCount: Int { files.reduce(0) { $0 + $1.size.byteCount } }

  /// True when every length is published.
  package var isSizePublished: Bool {
    files.allSatisfy { if case .exactly = $0.size { true } else { false } }
  }
}
