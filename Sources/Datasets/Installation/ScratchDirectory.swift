// SPDX-License-Identifier: MIT

internal import Foundation

/// A directory for the pieces of an installation, on the file system it goes to; removed at the end.
struct ScratchDirectory: ~Copyable {
  private static let prefix = ".installing-"

  private let path: String

  /// Makes a directory in `root`, and removes what an installation that was killed left there.
  ///
  /// The caller holds the lock on `root`: nobody else is installing.
  init(in root: String) throws(DatasetError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for name in names where name.hasPrefix(Self.prefix) {
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
    let path = "\(root)/\(Self.prefix)\(getpid())"
    try FileStep.makeDirectory(path)
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes an empty directory inside.
  func subdirectory(_ name: String) throws(DatasetError) -> String {
    let directory = "\(path)/\(name)"
    try FileStep.makeDirectory(directory)
    return directory
  }

  /// Puts `directory`, which lies inside, at `place`; what was there goes, unless that fails.
  func replace(_ place: String, with directory: String) throws(DatasetError) {
    var status = stat()
    guard lstat(place, &status) == 0 else { return try FileStep.rename(directory, to: place) }
    let replaced = "\(path)/replaced"
    try FileStep.rename(place, to: replaced)
    do {
      try FileStep.rename(directory, to: place)
    } catch {
      try? FileStep.rename(replaced, to: place)
      throw error
    }
  }
}
