// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("Atomic file")
struct AtomicFileTests {
  private func inDirectory(_ body: (String) throws -> Void) throws {
    let place = try TemporaryDirectory()
    try withExtendedLifetime(place) { try body(place.path) }
  }

  private func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  @Test("appears complete when it is committed, and leaves no other file")
  func commits() throws {
    try inDirectory { directory in
      let path = directory + "/a.csv"
      var file = try AtomicFile(path: path)
      try file.write("one\n")
      try file.write("two\n")
      #expect(!FileManager.default.fileExists(atPath: path))
      try file.commit()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
      #expect(try names(in: directory) == ["a.csv"])
    }
  }

  @Test("does not change the old file when it is not committed")
  func discards() throws {
    try inDirectory { directory in
      let path = directory + "/a.csv"
      try "old".write(toFile: path, atomically: true, encoding: .utf8)
      do {
        var file = try AtomicFile(path: path)
        try file.write("new")
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
      #expect(try names(in: directory) == ["a.csv"])
    }
  }

  @Test("keeps the permissions of the file it replaces")
  func permissions() throws {
    try inDirectory { directory in
      let path = directory + "/a.csv"
      try "old".write(toFile: path, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      var file = try AtomicFile(path: path)
      try file.write("new")
      try file.commit()
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    }
  }

  @Test("replaces the target of a symbolic link, and keeps the link")
  func symbolicLink() throws {
    try inDirectory { directory in
      try "old".write(toFile: directory + "/real", atomically: true, encoding: .utf8)
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/link", withDestinationPath: "real")
      var file = try AtomicFile(path: directory + "/link")
      try file.write("new")
      try file.commit()
      #expect(try String(contentsOfFile: directory + "/real", encoding: .utf8) == "new")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: directory + "/link") == "real")
    }
  }

  @Test(
    "makes the target of a symbolic link that has none yet, and keeps the link",
    arguments: ["real", "./sub/real", "second", "/absolute"])
  func danglingLink(target: String) throws {
    try inDirectory { directory in
      let target = target == "/absolute" ? directory + "/real" : target
      try FileManager.default.createDirectory(
        atPath: directory + "/sub", withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/second", withDestinationPath: "sub/real")
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/link", withDestinationPath: target)
      var file = try AtomicFile(path: directory + "/link")
      try file.write("new")
      try file.commit()
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: directory + "/link") == target)
      #expect(try String(contentsOfFile: directory + "/link", encoding: .utf8) == "new")
    }
  }

  @Test("refuses links that lead in a circle, and a target without a directory")
  func endlessLink() throws {
    try inDirectory { directory in
      for (name, target) in [("a", "b"), ("b", "a"), ("c", "none/such")] {
        try FileManager.default.createSymbolicLink(
          atPath: directory + "/" + name, withDestinationPath: target)
      }
      #expect(throws: FileStoreError.createFailed(path: directory + "/a", code: ELOOP)) {
        _ = try AtomicFile(path: directory + "/a")
      }
      #expect(throws: FileStoreError.self) { _ = try AtomicFile(path: directory + "/c") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).count == 3)
    }
  }

  @Test("writes to a device directly, and reports a full one")
  func device() throws {
    var null = try AtomicFile(path: "/dev/null")
    try null.write("gone")
    try null.commit()
    var full = try AtomicFile(path: "/dev/full")
    #expect(throws: FileStoreError.writeFailed(path: "/dev/full", code: ENOSPC)) {
      try full.write("too much")
    }
  }

  @Test("refuses a directory, and a path in a missing directory")
  func refuses() throws {
    try inDirectory { directory in
      #expect(throws: FileStoreError.createFailed(path: directory, code: EISDIR)) {
        _ = try AtomicFile(path: directory)
      }
      let missing = directory + "/missing"
      #expect(throws: FileStoreError.directoryFailed(path: missing, code: ENOENT)) {
        _ = try AtomicFile(path: missing + "/a.csv")
      }
    }
  }
}
