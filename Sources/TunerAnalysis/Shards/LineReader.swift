// SPDX-License-Identifier: MIT

package import FileStore
import Glibc

/// A reader of lines in constant memory.
package struct LineReader: ~Copyable {
  /// One line.
  package struct Line {
    /// The bytes, without the separator.
    package let bytes: [UInt8]
    /// The offset of the first byte in the file.
    package let offset: Int64
    /// False for a last line without a separator.
    package let isTerminated: Bool
  }

  /// The longest line in bytes.
  ///
  /// A path has at most 4096.
  package static let lengthLimit = 1 << 20

  private let path: String
  private let descriptor: Int32
  private let separator: UInt8
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var begin = 0
  private var end = 0
  private var offset: Int64 = 0

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file; `-` for standard input.
  ///   - separator: the byte after each line.
  /// - Throws: `FileStoreError.readFailed`.
  package init(path: String, separator: UInt8 = 10) throws(FileStoreError) {
    let descriptor =
      path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .readFailed(path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
    self.separator = separator
  }

  deinit { close(descriptor) }

  /// True for a regular file, which can be read twice.
  package var canBeReadAgain: Bool {
    var status = stat()
    return path != "-" && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads the next line.
  ///
  /// - Returns: the line; `nil` at the end.
  /// - Throws: `FileStoreError.readFailed`, and `.tooLarge` for a line beyond ``lengthLimit``.
  package mutating func next() throws(FileStoreError) -> Line? {
    var searched = begin
    while true {
      if let place = buffer[searched..<end].firstIndex(of: separator) {
        return take(to: place, isTerminated: true)
      }
      searched = end
      if end - begin >= Self.lengthLimit {
        throw .tooLarge(path: path, required: 0...Self.lengthLimit)
      }
      if begin > 0 {
        buffer.replaceSubrange(0..<(end - begin), with: Array(buffer[begin..<end]))
        searched -= begin
        end -= begin
        begin = 0
      }
      if end == buffer.count {
        buffer += [UInt8](repeating: 0, count: buffer.count)
      }
      let (room, source) = (end, descriptor)
      let count = buffer.withUnsafeMutableBytes { bytes in
        read(source, bytes.baseAddress.map { $0 + room }, bytes.count - room)
      }
      if count > 0 {
        end += count
      } else if count == 0 {
        return begin == end ? nil : take(to: end, isTerminated: false)
      } else if errno != EINTR {
        throw .readFailed(path: path, code: errno)
      }
    }
  }

  private mutating func take(to place: Int, isTerminated: Bool) -> Line {
    let line = Line(
      bytes: Array(buffer[begin..<place]), offset: offset, isTerminated: isTerminated)
    let next = isTerminated ? place + 1 : place
    offset += Int64(next - begin)
    begin = next
    return line
  }
}
