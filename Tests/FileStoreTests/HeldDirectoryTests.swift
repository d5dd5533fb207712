// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("A directory that is held by a descriptor")
struct HeldDirectoryTests {
  let place: TemporaryDirectory
  let path: String

  init() throws {
    place = try TemporaryDirectory(holding: ["held/file": Data("one".utf8)])
    path = place.path + "/held"
  }

  @Test("stays the same when its name later belongs to another directory")
  func renamed() throws {
    let directory = try HeldDirectory(path: path)
    #expect(rename(path, place.path + "/moved") == 0)
    try place.write(Data("other".utf8), to: "held/file")
    var file = try AtomicFile(named: "file", in: directory)
    try file.write("two")
    try file.commit()
    #expect(try String(contentsOfFile: place.path + "/moved/file", encoding: .utf8) == "two")
    #expect(try String(contentsOfFile: path + "/file", encoding: .utf8) == "other")
    #expect(try directory.names() == ["file"])
  }

  @Test("replaces a symbolic link itself, and not its target")
  func link() throws {
    let victim = try place.write(Data("precious".utf8), to: "victim")
    #expect(symlink(victim, path + "/link") == 0)
    let directory = try HeldDirectory(path: path)
    #expect(throws: FileStoreError.refused(path: path + "/link", reason: .symbolicLink)) {
      _ = try directory.file("link")
    }
    #expect(throws: FileStoreError.refused(path: path + "/link", reason: .symbolicLink)) {
      _ = try directory.fileOrNew("link", O_WRONLY)
    }
    var file = try AtomicFile(named: "link", in: directory)
    try file.write("two")
    try file.commit()
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
    #expect(try String(contentsOfFile: path + "/link", encoding: .utf8) == "two")
  }

  @Test("makes a file once, with access for its owner only")
  func makes() throws {
    let directory = try HeldDirectory(path: path)
    for isNew in [true, false] {
      let file = try directory.fileOrNew("new", O_WRONLY)
      #expect(file.isNew == isNew)
    }
    var status = stat()
    #expect(stat(path + "/new", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("removes old temporary files without a writer")
  func sweep() throws {
    for name in [".headstock-a", ".headstock-b", "other"] {
      try place.write(Data("x".utf8), to: "held/" + name)
    }
    let directory = try HeldDirectory(path: path)
    let held = open(path + "/.headstock-b", O_RDONLY | O_CLOEXEC)
    defer { close(held) }
    #expect(flock(held, LOCK_SH | LOCK_NB) == 0)
    directory.sweep()
    #expect(try directory.names().count == 4)
    directory.sweep(now: time(nil) + 3600)
    #expect(try directory.names().sorted() == [".headstock-b", "file", "other"])
  }
}

@Suite("Trust in a file as root", .enabled(if: geteuid() == 0))
struct PathTrustTests {
  let place: TemporaryDirectory
  let path: String

  init() throws {
    place = try TemporaryDirectory(holding: ["a/b/file": Data()])
    path = place.path + "/a/b/file"
    #expect(chmod(place.path + "/a", 0o755) == 0 && chmod(place.path + "/a/b", 0o755) == 0)
  }

  @Test("a file is trusted only if no other user could have written or replaced it")
  func parts() throws {
    #expect(PathTrust.foreignPart(of: path) == nil)
    for part in [place.path + "/a", place.path + "/a/b", path] {
      #expect(chown(part, 65_534, 65_534) == 0)
      #expect(PathTrust.foreignPart(of: path)?.path == part)
      #expect(PathTrust.foreignPart(of: path, for: 65_534) == nil)
      #expect(chown(part, 0, 0) == 0)
      let mode: mode_t = part == path ? 0o644 : 0o755
      #expect(chmod(part, mode | 0o020) == 0)
      #expect(PathTrust.foreignPart(of: path)?.path == part)
      #expect(chmod(part, mode) == 0)
    }
    #expect(PathTrust.foreignPart(of: path) == nil)
    #expect(PathTrust.foreignPart(of: place.path + "/a/none/such") == nil)
  }

  @Test("a part that can't be examined is not trusted, and a missing one is")
  func unknownParts() {
    let long = "/" + String(repeating: "a", count: 300)
    #expect(PathTrust.foreignPart(of: long)?.path == long)
    #expect(PathTrust.foreignPart(of: path + "/below")?.path == path + "/below")
    #expect(PathTrust.foreignPart(of: place.path + "/none") == nil)
  }

  @Test("a symbolic link in the path is followed, and its target is checked too")
  func links() throws {
    let foreign = try place.write(Data(), to: "theirs/file")
    #expect(chown(place.path + "/theirs", 65_534, 65_534) == 0)
    #expect(symlink("../../theirs", place.path + "/a/b/link") == 0)
    #expect(
      PathTrust.foreignPart(of: place.path + "/a/b/link/file")?.path == place.path + "/theirs")
    #expect(symlink(place.path + "/a/b", place.path + "/good") == 0)
    #expect(PathTrust.foreignPart(of: place.path + "/good/file") == nil)
    #expect(lchown(place.path + "/good", 65_534, 65_534) == 0)
    #expect(PathTrust.foreignPart(of: place.path + "/good/file")?.path == place.path + "/good")
    #expect(symlink("turn", place.path + "/turn") == 0)
    #expect(PathTrust.foreignPart(of: place.path + "/turn/file")?.code == ELOOP)
    _ = foreign
  }
}
