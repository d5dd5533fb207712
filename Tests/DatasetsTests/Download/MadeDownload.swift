// SPDX-License-Identifier: MIT

import DownloadServing
import Foundation
import ProgramRunning

@testable import Datasets

/// A file on a local server, and a directory for the download.
struct MadeDownload {
  static let name = "made.zip"

  let server: LocalServer
  let data: Data
  let file: DownloadFile
  let directory: TemporaryDirectory

  /// Serves seeded bytes.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - route: changes the response of the server.
  /// - Throws: an error when the server or the directory can't be made.
  init(count: Int = 100_000, route: (inout LocalServer.Route) -> Void = { _ in }) throws {
    let data = Self.bytes(count: count, seed: 1)
    self.data = data
    var served = LocalServer.Route(data)
    route(&served)
    server = try LocalServer(["/\(Self.name)": served])
    file = try Self.file(data)
    directory = try TemporaryDirectory()
  }

  /// The file that these bytes are, as its publisher describes it.
  static func file(
    _ data: Data, size: DownloadFile.Size? = nil, digest: FileDigest? = nil,
    packing: DownloadFile.Packing = .zip, name: String = name,
    limits: ArchiveLimits = ArchiveLimits(entryCount: 100, byteCount: 10_000_000)
  ) throws -> DownloadFile {
    // This file has an MD5 by md5sum, like the real sets.
    let place = try TemporaryDirectory(holding: ["data": data])
    let md5 = try ExternalProgram(name: "md5sum", package: "coreutils").run(["\(place.path)/data"])
    return DownloadFile(
      name: name, address: "https://127.0.0.1:1/\(name)", size: size ?? .exactly(data.count),
      digest: digest ?? .md5(String(decoding: md5.prefix(32), as: UTF8.self)), packing: packing,
      limits: limits)
  }

  /// Bytes of a linear congruential generator (Knuth's MMIX).
  static func bytes(count: Int, seed: UInt64) -> Data {
    var state = seed
    var bytes = [UInt8](repeating: 0, count: count)
    var index = 0
    while index < count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[index] = UInt8(truncatingIfNeeded: state >> 56)
      index += 1
    }
    return Data(bytes)
  }

  /// Fetches from the server.
  @discardableResult
  func fetch(
    _ other: DownloadFile? = nil, continuations: Int = 0, timeout: Int = 20,
    progress: (Downloader.Progress) -> Void = { _ in }
  ) throws(DownloadError) -> String {
    var options = DownloadOptions()
    options.mirror = try DownloadMirror(server.address)
    options.continuationCount = continuations
    options.timeout = timeout
    return try Downloader(options: options).fetch(
      other ?? file, into: directory.path, progress: progress)
  }

  /// The sorted content of the directory.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
  }

  /// A file of the directory.
  func contents(_ name: String = name) -> Data? {
    FileManager.default.contents(atPath: "\(directory.path)/\(name)")
  }
}
