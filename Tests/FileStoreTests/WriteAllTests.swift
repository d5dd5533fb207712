// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Testing

@Suite("Writing all bytes")
struct WriteAllTests {
  @Test("waits for a reader where the descriptor does not block")
  func nonBlocking() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    // More than any pipe of an unprivileged user holds.
    let bytes = (0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let reading = Task.detached { pipe.fileHandleForReading.readDataToEndOfFile() }
    #expect(bytes.withUnsafeBytes { writeAll($0, to: descriptor) } == 0)
    try pipe.fileHandleForWriting.close()
    #expect(await reading.value == Data(bytes))
  }

  @Test("reports a reader that is gone")
  func closedReader() throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    try pipe.fileHandleForReading.close()
    let bytes = [UInt8](repeating: 1, count: 9)
    #expect(bytes.withUnsafeBytes { writeAll($0, to: descriptor) } == EPIPE)
  }
}
