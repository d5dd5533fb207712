// SPDX-License-Identifier: MIT

/// The options of a download.
package struct DownloadOptions: Sendable {
  /// The mirror; `nil` for the publishers' own servers.
  package var mirror: DownloadMirror?
  /// The time without a byte after which a connection is given up, in seconds.
  package var timeout = 60
  /// The number of immediate retries after a connection that ended early and made progress.
  package var continuationCount = 4

  /// Makes the default options.
  package init() {}
}
