// SPDX-License-Identifier: MIT

/// The options of a download.
public struct DownloadOptions: Sendable {
  /// The mirror; `nil` for the publishers' own servers.
  public var mirror: DownloadMirror?
  /// The time without a byte after which a connection is given up, in seconds.
  public var timeout = 60
  /// The number of immediate retries after a connection that ended early and made progress.
  public var continuationCount = 4

  /// Makes the default options.
  public init() {}
}
