// SPDX-License-Identifier: MIT

internal import ChildProcesses
internal import Foundation

/// A file descriptor that is closed with the value and not inherited by child processes.
struct Descriptor: ~Copyable {
  /// The interval between two calls of `atEachPoll` while waiting, in milliseconds.
  private static let pollMilliseconds: Int32 = 100
  private static let blockSize = 1 << 16

  let number: Int32

  private init(number: Int32) { self.number = number }

  private init(_ number: Int32, of path: String) throws(DatasetError) {
    guard number >= 0 else { throw .fileFailed(path: path, code: errno) }
    self.number = number
  }

  deinit { close(number) }

  /// Opens `/dev/null` for reading.
  static func nothing() throws(DatasetError) -> Descriptor {
    try Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC), of: "/dev/null")
  }

  /// Opens a temporary file without a name.
  static func scratchFile() throws(DatasetError) -> Descriptor {
    let directory = NSTemporaryDirectory()
    var template = Array("\(directory)/headstock-XXXXXX".utf8CString)
    let number = mkstemp(&template)
    guard number >= 0 else { throw .scratchFailed(directory: directory, code: errno) }
    let file = Descriptor(number: number)
    _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return file
  }

  /// The two ends of a pipe.
  struct Pipe: ~Copyable {
    var reading: Descriptor
    var writing: Descriptor

    init() throws(DatasetError) {
      do throws(ChildError) {
        let ends = try ChildPipe.ends()
        reading = Descriptor(number: ends.reading)
        writing = Descriptor(number: ends.writing)
      } catch {
        throw .fileFailed(path: "pipe", code: error.code)
      }
    }

    /// Closes the writing end and returns the reading end.
    consuming func takeReading() -> Descriptor { reading }

    /// Closes both ends.
    consuming func close() {}
  }

  /// Reads to the end, and calls `atEachPoll` repeatedly meanwhile.
  func readToEnd(atEachPoll: () throws(DatasetError) -> Void) throws(DatasetError) -> Data {
    var data = Data()
    try forEachBlock { () throws(DatasetError) in
      try atEachPoll()
    } do: { block throws(DatasetError) in
      data.append(contentsOf: block)
    }
    return data
  }

  /// Reads to the end block by block, and calls `atEachPoll` repeatedly meanwhile.
  func forEachBlock<Failure: Error>(
    atEachPoll: () throws(Failure) -> Void, do body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    while true {
      try atEachPoll()
      var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Self.pollMilliseconds) > 0 else { continue }
      let count = read(number, &block, block.count)
      if count > 0 {
        try body(block[..<count])
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        return
      }
    }
  }

  /// Returns the contents of a file.
  func contents() -> String {
    lseek(number, 0, SEEK_SET)
    let data = try? readToEnd { () throws(DatasetError) in }
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
