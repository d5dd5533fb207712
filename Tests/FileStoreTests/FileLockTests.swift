// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("Locks")
struct FileLockTests {
  @Test("a lock has one holder at a time, and is free when the holder is gone")
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

  @Test("a lock lies in a directory whose name is not UTF-8, under those bytes")
  func bytes() throws {
    let place = try TemporaryDirectory()
    let directory = PathText.text(of: Array((place.path + "/e").utf8) + [0xFE])
    try #require(PathText.withCString(directory) { mkdir($0, 0o700) } == 0)
    guard let held = FileLock(tryingFor: directory + "/lock") else {
      Issue.record("the lock can't be made")
      return
    }
    #expect(!isFree(directory + "/lock"))
    _ = consume held
    #expect(PathText.withCString(directory + "/lock") { access($0, F_OK) } == 0)
  }

  @Test("a lock that is not released ends the wait with an error that names the holder")
  func bounded() throws {
    let place = try TemporaryDirectory(holding: ["list": Data("one".utf8)])
    guard let held = FileLock(tryingFor: place.path + "/.list.lock") else {
      Issue.record("the lock is not free")
      return
    }
    #expect(!FileLock.isTaken(place.path + "/.list.lock", within: 0.05))
    let error = #expect(throws: FileStoreError.self) {
      try KeptFile(path: place.path + "/list").update { _ in .keep }
    }
    #expect(
      error?.description.contains("process \(getpid()) (") == true, "\(String(describing: error))")
    _ = consume held
    #expect(FileLock.isTaken(place.path + "/.list.lock", within: 0.05))
  }

  private func isFree(_ path: String) -> Bool {
    guard let lock = FileLock(tryingFor: path) else { return false }
    _ = consume lock
    return true
  }
}

extension FileLock {
  /// Tells whether a lock can be taken within a number of seconds.
  fileprivate static func isTaken(_ path: String, within seconds: Double) -> Bool {
    guard let lock = FileLock(waitingFor: path, atMost: seconds) else { return false }
    _ = consume lock
    return true
  }
}
