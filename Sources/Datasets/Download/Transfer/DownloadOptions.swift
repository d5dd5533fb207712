// SPDX-License-Identifier: MIT

/// How a download is carried out.
public struct DownloadOptions: Sendable {
  /// Where files are fetched from; `nil` for their publishers' own servers.
  public var mirror: DownloadMirror?
  /// After how many seconds without a byte a connection is given up.
  public var timeout = 60
  /// How often a connection that ended early, and had brought something, is made again at once.
  public var continuationCount = 4

  /// Makes the usual options.
  public init() {}
}
