// SPDX-License-Identifier: MIT

import Archiving
import FileFormats
import FileStore
import Glibc

extension ShardSettings {
  /// The part of every key that depends on the settings and the program.
  ///
  /// The text of a setting can be the name of a file, so the key contains the values too. A rebuilt
  /// program can have the same version, so the key also contains the size and time of its file.
  var cacheKey: [UInt8] {
    let program = FileStamp(path: "/proc/self/exe").map { "\($0.byteCount) \($0.modified)" } ?? ""
    return SHA256.of(header(of: .whole) + Array("\(program)\n\(ValueText.of(analysis))".utf8))
  }
}

extension ResultCache {
  /// The age of a recording below which its modification time can't distinguish two contents, in
  /// microseconds.
  ///
  /// The clocks of file systems advance in steps of up to 2 s.
  private static let restlessTime: Int64 = 2_000_000

  /// Returns true if the size and time of a file identify its content, because it has not changed
  /// recently.
  static func takes(_ path: String, _ stamp: FileStamp) -> Bool {
    guard FilePath.regularFile(path) != nil else { return false }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    return stamp.modified <= microseconds - restlessTime
  }

  /// Returns the key of a recording by its path, size and time.
  func key(of identity: RecordingIdentity, _ stamp: FileStamp) -> [UInt8] {
    var bytes = key + Array("name".utf8)
    bytes += Self.resolved(identity.path) + [0]
    bytes += Array("\(stamp.byteCount) \(stamp.modified)".utf8) + Self.part(of: identity)
    return SHA256.of(bytes)
  }

  /// Returns the key of a recording by its content.
  ///
  /// - Returns: the key; `nil` for a file that can't be read.
  func key(ofContent identity: RecordingIdentity) -> [UInt8]? {
    let descriptor = PathText.withCString(identity.path) { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var (hash, block) = (SHA256(), [UInt8](repeating: 0, count: 1 << 18))
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      hash.add(block[..<count])
    }
    return SHA256.of(key + Array("content".utf8) + hash.finish() + Self.part(of: identity))
  }

  /// Returns the bytes of a path with all symbolic links resolved.
  private static func resolved(_ path: String) -> [UInt8] {
    PathText.withCString(path) { path in
      let real = realpath(path, nil)
      defer { free(real) }
      let found = real.map { UnsafePointer($0) } ?? path
      return Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
  }

  private static func part(of identity: RecordingIdentity) -> [UInt8] {
    guard let part = identity.part else { return [0] }
    return Array("\0\(decimal(part.start)),\(part.end.map(decimal) ?? "")".utf8)
  }
}
