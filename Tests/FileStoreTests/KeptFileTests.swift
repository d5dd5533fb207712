// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("Kept file")
struct KeptFileTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test("is made together with its directories, with access for its owner only")
  func makesDirectories() throws {
    let home = try TemporaryDirectory()
    let file = KeptFile(path: home.path + "/a/b/list")
    #expect(try file.read() == nil)
    try file.update { old in
      #expect(old == nil)
      return .replace(Array("one".utf8))
    }
    #expect(try file.read() == Array("one".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: home.path + "/a/b")
    #expect(mode[.posixPermissions] as? Int == 0o700)
    #expect(try names(in: home.path + "/a/b") == [".list.lock", "list"])
  }

  @Test("is not written when nothing changes")
  func keeps() throws {
    let home = try TemporaryDirectory(holding: ["list": Data("one".utf8)])
    let before = try FileManager.default.attributesOfItem(atPath: home.path + "/list")
    try KeptFile(path: home.path + "/list").update { _ in .keep }
    let after = try FileManager.default.attributesOfItem(atPath: home.path + "/list")
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
  }

  // The old copy is saved.
  @Test("moves the old contents aside to a new name each time")
  func setsAside() throws {
    let home = try TemporaryDirectory()
    let file = KeptFile(path: home.path + "/list")
    var asides: [String?] = []
    for number in 1...3 {
      try home.write(Data("broken \(number)".utf8), to: "list")
      asides.append(try file.update { _ in .setAside(then: Array("good".utf8)) })
      #expect(try file.read() == Array("good".utf8))
    }
    #expect(
      asides == ["", "-2", "-3"].map { home.path + "/list.broken" + $0 })
    #expect(try text(home.path + "/list.broken-2") == "broken 2")
    _ = try file.update { _ in .setAside(then: nil) }
    #expect(try file.read() == nil)
    #expect(try text(home.path + "/list.broken-4") == "good")
  }

  @Test("follows a symbolic link, which stays one")
  func symbolicLink() throws {
    let home = try TemporaryDirectory(holding: ["real/list": Data("one".utf8)])
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/list", withDestinationPath: "real/list")
    try KeptFile(path: home.path + "/list").update { _ in .replace(Array("two".utf8)) }
    #expect(try text(home.path + "/real/list") == "two")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: home.path + "/list") == "real/list")
    // The lock belongs to the file itself, so another link to it has the same lock.
    #expect(try names(in: home.path + "/real") == [".list.lock", "list"])
  }

  @Test("makes the target of a symbolic link with its directory, and keeps the link")
  func danglingLink() throws {
    let home = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/list", withDestinationPath: "real/list")
    try KeptFile(path: home.path + "/list").update { _ in .replace(Array("two".utf8)) }
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: home.path + "/list") == "real/list")
    #expect(try text(home.path + "/real/list") == "two")
    #expect(try names(in: home.path + "/real") == [".list.lock", "list"])
  }

  @Test("is refused by name if it is too large, a directory or below a file")
  func refuses() throws {
    let home = try TemporaryDirectory(holding: [
      "large": Data(count: KeptFile.largestSize + 1), "largest": Data(count: KeptFile.largestSize),
    ])
    #expect(try KeptFile(path: home.path + "/largest").read()?.count == KeptFile.largestSize)
    #expect(
      throws: FileStoreError.tooLarge(
        path: home.path + "/large", required: 0...KeptFile.largestSize)
    ) { try KeptFile(path: home.path + "/large").read() }
    #expect(throws: FileStoreError.readFailed(path: home.path, code: EISDIR)) {
      try KeptFile(path: home.path).read()
    }
    #expect(
      throws: FileStoreError.directoryFailed(path: home.path + "/large", code: ENOTDIR)
    ) { try KeptFile(path: home.path + "/large/list").update { _ in .keep } }
  }

  @Test("does not block if its path is a named pipe")
  func pipe() throws {
    let home = try TemporaryDirectory()
    let path = home.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try KeptFile(path: path).read() == [])
  }

  // Every thread adds 1 to the number that it reads; a lost change shows in the sum.
  @Test("loses nothing when many threads change it at once")
  func threads() async throws {
    let home = try TemporaryDirectory()
    let path = home.path + "/sum"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<25 {
            try KeptFile(path: path).update { old in
              let sum = old.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
              return .replace(Array("\(sum + 1)".utf8))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try text(path) == "200")
    #expect(try names(in: home.path) == [".sum.lock", "sum"])
  }

  // util-linux flock(1) takes the lock that the file's documentation names.
  @Test("waits for another program that holds the lock")
  func otherProgram() throws {
    let home = try TemporaryDirectory(holding: ["list": Data("one".utf8)])
    let path = home.path + "/list"
    // It takes the lock, reports that, and changes the file before it releases the lock.
    let script = """
      exec 9>"$1/.list.lock"; flock 9; : >"$1/held"
      while [ ! -e "$1/go" ]; do :; done
      i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done
      printf two >"$1/list"
      """
    let holder = try Program(path: "/bin/sh").start(["-c", script, "sh", home.path])
    while !FileManager.default.fileExists(atPath: home.path + "/held") {}
    try home.write(Data(), to: "go")
    var seen: [UInt8]?
    try KeptFile(path: path).update { old in
      seen = old
      return .replace(Array("three".utf8))
    }
    #expect(try holder.finish().status == 0)
    #expect(seen == Array("two".utf8))
    #expect(try text(path) == "three")
  }

  @Test("is unchanged on a full disk, and no other file remains")
  func fullDisk() throws {
    // Without the right to mount one, the device that is always full.
    guard SmallDisk.canBeMade else {
      var file = try AtomicFile(path: "/dev/full")
      #expect(throws: FileStoreError.writeFailed(path: "/dev/full", code: ENOSPC)) {
        try file.write("one")
      }
      return
    }
    let small = try SmallDisk(kilobytes: 64)
    let disk = small.path
    defer { withExtendedLifetime(small) {} }
    let file = KeptFile(path: disk + "/list")
    try file.update { _ in .replace(Array("one".utf8)) }
    let large = [UInt8](repeating: 0x61, count: 1 << 17)
    #expect(throws: FileStoreError.writeFailed(path: disk + "/list", code: ENOSPC)) {
      try file.update { _ in .replace(large) }
    }
    #expect(throws: FileStoreError.writeFailed(path: disk + "/list", code: ENOSPC)) {
      try file.update { _ in .setAside(then: large) }
    }
    #expect(try text(disk + "/list") == "one")
    #expect(try names(in: disk) == [".list.lock", "list"])
  }
}
