// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("Random access to a file")
struct RandomAccessFileTests {
  @Test("more bytes than the file has are refused before memory is allocated")
  func reservesNothing() throws {
    let files = try TemporaryDirectory(holding: ["short": Data(count: 100)])
    let path = files.path + "/short"
    // No machine has memory for the last length; a reader that allocated it would crash.
    for count in [101, 200_000_000, Int.max] {
      #expect(throws: RandomAccessError.endsEarly(offset: 0, required: count, actual: 100)) {
        let file = try RandomAccessFile(path: path)
        _ = try file.read(count, at: 0)
      }
    }
    #expect(throws: RandomAccessError.endsEarly(offset: .max, required: 1, actual: 0)) {
      let file = try RandomAccessFile(path: path)
      _ = try file.read(1, at: .max)
    }
  }
}
