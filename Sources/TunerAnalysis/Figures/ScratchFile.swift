// SPDX-License-Identifier: MIT

import FileStore
import Foundation

/// Text or bytes in a temporary file without a name.
final class ScratchFile {
  private static let blockCount = 1 << 16

  private let descriptor: Int32
  private let place: String

  /// Opens the file in the directory for temporary files.
  ///
  /// - Throws: `OutputError.cannotWrite`.
  init() throws {
    place = FileManager.default.temporaryDirectory.path
    var name = Array((place + "/headstock-XXXXXX").utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw OutputError.cannotWrite(place: place, code: errno) }
    unlink(name)
  }

  deinit { close(descriptor) }

  /// Appends text.
  ///
  /// - Throws: `OutputError.cannotWrite`.
  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      let code = writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
      guard code == 0 else { throw OutputError.cannotWrite(place: place, code: code) }
    }
  }

  /// Appends bytes.
  ///
  /// - Throws: `OutputError.cannotWrite`.
  func write(_ bytes: [UInt8]) throws {
    let code = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    guard code == 0 else { throw OutputError.cannotWrite(place: place, code: code) }
  }

  /// Passes everything that was written to `take`, block by block.
  ///
  /// - Throws: the errors of `take`, and `OutputError.file` if they can't be read back.
  func copy(_ take: ([UInt8]) throws -> Void) throws {
    var offset: off_t = 0
    var block = [UInt8](repeating: 0, count: Self.blockCount)
    while true {
      let count = pread(descriptor, &block, block.count, offset)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw OutputError.file(.readFailed(path: place, code: errno)) }
      if count == 0 { return }
      try take(Array(block[..<count]))
      offset += off_t(count)
    }
  }
}
