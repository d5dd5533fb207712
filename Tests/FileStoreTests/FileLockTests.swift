// SPDX-License-Identifier: MIT

import FileStore
import ProgramRunning
import Testing

@Suite("Locks")
struct FileLockTests {
  @Test("one holder at a time, and free again when it is gone")
  func exclusive() throws {
    let place = try TemporaryDirectory()
    let path = place.path + "/lock"
    do {
      guard let held = FileLock(tryingFor: path) else {
        Issue.record("the lock is not free")
        return
      }
      #expect(!isFree(path))
      _ = consume held
    }
    #expect(isFree(path))
  }

  private func isFree(_ path: String) -> Bool {
    guard let lock = FileLock(tryingFor: path) else { return false }
    _ = consume lock
    return true
  }
}
