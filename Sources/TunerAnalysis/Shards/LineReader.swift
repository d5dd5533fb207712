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
  /// The descriptor of the file.
  let descriptor: Int32
  private let separator: UInt8
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var begin = 0
  private var end = 0
  /// The end of the bytes that hold no separator.
  private var searched = 0
  private var offset: Int64 = 0

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file; `-` for standard input.
  ///   - separator: the byte after each line.
  /// - Throws: `FileStoreError.readFailed`.
  package init(path: String, separator: UInt8 = 10) throws(FileStoreError) {
    let descriptor =
      path == "-"
      ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : PathText.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .readFailed(path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
    self.separator = separator
  }

  deinit { close(descriptor) }

  /// True for a regular file, which can be read twice.
  package var canBeReadAgain: Bool {
    var status = stat()
    return path != FilePath.standardInput && fstat(descriptor, &status) == 0
      && status.isRegularFile
  }

  /// Reads the next line, and waits for a pipe.
  ///
  /// - Returns: the line; `nil` at the end.
  /// - Throws: `FileStoreError.readFailed`, and `.tooLarge` for a line beyond ``lengthLimit``.
  package mutating func next() throws(FileStoreError) -> Line? {
    while true {
      switch try nextWithoutWaiting() {
      case .element(let line): return line
      case .end: return nil
      case .notYet:
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&waiting, 1, -1) < 0, errno != EINTR {
          throw .readFailed(path: path, code: errno)
        }
      }
    }
  }

  /// Reads the next line, or finds that a pipe does not hold it yet.
  ///
  /// - Returns: the line, or the reason why there is none.
  /// - Throws: the errors of ``next()``.
  mutating func nextWithoutWaiting() throws(FileStoreError) -> NextElement<Line> {
    while true {
      if let place = buffer[searched..<end].firstIndex(of: separator) {
        return .element(take(to: place, isTerminated: true))
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
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 0) == 0 { return .notYet }
      let (room, source) = (end, descriptor)
      let count = buffer.withUnsafeMutableBytes { bytes in
        read(source, bytes.baseAddress.map { $0 + room }, bytes.count - room)
      }
      if count > 0 {
        end += count
      } else if count == 0 {
        return begin == end ? .end : .element(take(to: end, isTerminated: false))
      } else if errno == EAGAIN {
        // Another reader of the same pipe was faster.
        return .notYet
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
    searched = next
    return line
  }
}

/// The next element of a source that may come later.
enum NextElement<Element> {
  /// The element.
  case element(Element)
  /// The source is a pipe that does not hold the element yet.
  case notYet
  /// The source has ended.
  case end
}
