// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import FileStore
import Foundation
import ProgramRunning

/// A copy of the real recordings in a cache of the test's own, to be damaged.
struct FlippedSet {
  /// The recording that gets another byte.
  let file: String
  private let path: String

  /// True where the user has the recordings.
  static var isThere: Bool {
    guard let (library, manifest) = try? installed() else { return false }
    return library.presence(of: manifest) == .installed
  }

  init(in cache: TemporaryDirectory) throws {
    let (library, manifest) = try Self.installed()
    let root = cache.path + "/headstock/datasets"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: library.directory(of: manifest), toPath: root + "/guitarsounds")
    file = manifest.recordings[7].file
    path = root + "/guitarsounds/" + file
  }

  /// Changes one bit in the middle of the file.
  func flip() throws {
    var data = try Data(contentsOf: URL(filePath: path))
    data[data.count / 2] ^= 1
    try data.write(to: URL(filePath: path))
  }

  private static func installed() throws -> (DatasetLibrary, DatasetManifest) {
    let library = try DatasetLibrary(
      UserDirectories(environment: ProcessInfo.processInfo.environment))
    return (library, try DatasetCatalogue().manifest(named: "guitarsounds"))
  }
}
