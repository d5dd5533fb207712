// SPDX-License-Identifier: MIT

import Archiving
import FileStore
import Glibc

/// The records of one recording until its analysis ends: in memory, and beyond a limit in an
/// unnamed file.
struct ResultBlock: ~Copyable {
  /// The largest number of bytes in memory.
  static let keptCount = 1 << 20

  private var kept: [UInt8] = []
  private var spool: TemporaryFile?
  /// The descriptor of the file; negative for none.
  private var descriptor: Int32 = -1
  private var spooledCount: Int64 = 0

  init() {}

  /// Adds bytes.
  ///
  /// - Parameters:
  ///   - bytes: the next records.
  ///   - directory: the directory whose file system holds the unnamed file.
  /// - Throws: `OutputError`.
  mutating func add(_ bytes: ArraySlice<UInt8>, beside directory: String) throws(OutputError) {
    kept += bytes
    if kept.count < Self.keptCount { return }
    if descriptor < 0 {
      let place = PathText.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard place >= 0, let file = TemporaryFile(in: place) else {
        let code = errno
        if place >= 0 { close(place) }
        throw .cannotWrite(place: directory, code: code)
      }
      close(place)
      descriptor = file.descriptor
      spool = consume file
    }
    let target = descriptor
    let code = kept.withUnsafeBytes { writeAll($0, to: target) }
    guard code == 0 else { throw .cannotWrite(place: directory, code: code) }
    spooledCount += Int64(kept.count)
    kept.removeAll(keepingCapacity: true)
  }

  /// Appends all bytes to a file.
  ///
  /// - Returns: their extent.
  /// - Throws: `OutputError`.
  borrowing func append(to file: inout AppendedFile) throws(OutputError) -> JournalExtent {
    let offset = file.count
    var checksum = CRC32()
    if descriptor >= 0 {
      // The file was opened for writing; this opens it again for reading.
      let reading = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
      guard reading >= 0 else { throw .cannotWrite(place: file.path, code: errno) }
      defer { close(reading) }
      var block = [UInt8](repeating: 0, count: Self.keptCount)
      var left = spooledCount
      while left > 0 {
        let count = read(reading, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .cannotWrite(place: file.path, code: errno) }
        checksum.add(block[..<count])
        try file.append(Array(block[..<count]))
        left -= Int64(count)
      }
    }
    checksum.add(kept[...])
    try file.append(kept)
    return JournalExtent(offset: offset, count: file.count - offset, checksum: checksum.value)
  }
}
