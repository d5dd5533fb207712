// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@testable import Datasets

/// An archive on disk, and a directory to unpack it into, which a hostile archive may try to leave.
struct MadeArchive {
  let directory: TemporaryDirectory
  let file: DownloadFile

  /// Writes an archive that may unpack to a hundred members and ten million bytes.
  init(_ data: Data, _ packing: DownloadFile.Packing) throws {
    directory = try TemporaryDirectory(holding: ["in/made": data])
    try FileManager.default.createDirectory(
      atPath: directory.path + "/out/place", withIntermediateDirectories: true)
    file = try MadeDownload.file(data, packing: packing, name: "made")
  }

  /// Unpacks it.
  func unpack(wants: @escaping (String) -> Bool = { _ in true }) throws(DownloadError) {
    try ArchiveFile(directory: directory.path + "/in", file: file).unpack(
      into: UnpackedDirectory(path: directory.path + "/out/place"), wants: wants
    ) { _ in }
  }

  /// The files that were unpacked, sorted.
  func files() throws -> [String] {
    try UnpackedDirectory(path: directory.path + "/out/place").files()
  }

  /// An unpacked file.
  func contents(_ name: String) -> Data? {
    FileManager.default.contents(atPath: directory.path + "/out/place/" + name)
  }

  /// True where nothing was written outside the expected directory.
  var isConfined: Bool {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? []
    return names.allSatisfy { name in
      ["in", "in/made", "out", "out/place"].contains(name) || name.hasPrefix("out/place/")
    } && !FileManager.default.fileExists(atPath: "/headstock-evil")
  }
}
