// SPDX-License-Identifier: MIT

import Foundation

/// The directory of this process's scratch files, removed when the process ends in good order.
enum ScratchFile {
  static let directory: String = {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "headstock-fuzz-\(getpid())").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: ScratchFile.directory) }
    return path
  }()

  /// Writes `bytes` to a file, calls `body` with its path, and removes the file.
  static func with(_ bytes: [UInt8], _ body: (String) -> Void) {
    let path = "\(directory)/\(UUID().uuidString)"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return }
    body(path)
    unlink(path)
  }

  /// Calls `body` with a directory of its own, which is then removed.
  static func withDirectory<Value>(_ body: (String) -> Value) -> Value {
    let path = "\(directory)/\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return body(path)
  }

  /// The file that `make` writes to a path.
  static func bytes(made make: (String) throws -> Void) -> [UInt8] {
    let path = "\(directory)/\(UUID().uuidString)"
    defer { unlink(path) }
    do { try make(path) } catch { return [] }
    return FileManager.default.contents(atPath: path).map(Array.init) ?? []
  }
}
