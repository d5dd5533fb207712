// SPDX-License-Identifier: MIT

import Evaluation
import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("External programs")
struct ExternalProgramTests {
  @Test(
    "checksums agree with FIPS 180",
    arguments: [
      // NIST, Examples with Intermediate Values, SHA-256; the empty message is from its CAVP set.
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ])
  func checksums(message: String, digest: String) throws {
    let files = try TemporaryDirectory(holding: ["message": Data(message.utf8)])
    let path = files.path + "/message"
    #expect(try Checksum.sha256(of: [path]) == [path: digest])
    try Checksum.check(path, is: digest)
    let other = String(repeating: "f", count: 64)
    #expect(throws: DatasetError.checksumWrong(file: "message", expected: other, actual: digest)) {
      try Checksum.check(path, is: other)
    }
  }

  @Test("files with any name have a checksum, and unreadable ones have none")
  func checksumNames() throws {
    let names = ["a blank", "new\nline", "-dash", "--help", "back\\slash", "crlf\r\n", "ö 🎸"]
    let files = try TemporaryDirectory(
      holding: Dictionary(uniqueKeysWithValues: names.map { ($0, Data($0.utf8)) }))
    let paths = names.map { files.path + "/" + $0 }
    let digests = try Checksum.sha256(of: paths + [files.path, files.path + "/missing"])
    #expect(Set(digests.keys) == Set(paths))
    #expect(Set(digests.values).count == names.count)
    #expect(try Checksum.sha256(of: []).isEmpty)
    #expect(throws: DatasetError.fileFailed(path: files.path + "/missing", code: ENOENT)) {
      try Checksum.check(files.path + "/missing", is: "")
    }
  }

  @Test("the error for a missing program names its package")
  func missing() {
    let program = ExternalProgram(name: "headstock-no-such-program", package: "headstock-none")
    let error = DatasetError.programMissing(
      name: "headstock-no-such-program", package: "headstock-none")
    #expect(throws: error) { try program.run([]) }
    #expect(error.description.hasSuffix("Install it: apt-get install headstock-none"))
  }

  @Test("the error of a program that fails has its last lines and its status")
  func failing() throws {
    let cat = ExternalProgram(name: "cat", package: "coreutils")
    let missing = (1...4).map { "/headstock-none-\($0)" }
    #expect {
      try cat.run(missing)
    } throws: { error in
      guard case .programFailed("cat", 1, let message) = error as? DatasetError else {
        return false
      }
      let lines = message.components(separatedBy: "; ")
      return lines.count == 3
        && zip(lines, missing.dropFirst()).allSatisfy {
          $0.hasSuffix("cat: \($1): No such file or directory")
        }
    }
    #expect(try cat.run(missing, accepting: [1]).isEmpty)
  }

  @Test("arguments arrive unchanged, even with characters that are special in a shell")
  func passesArguments() throws {
    let printf = ExternalProgram(name: "printf", package: "coreutils")
    let arguments = ["$HOME", "`id`", "a b", "*", "'\"", "; exit 1", ""]
    let output = try printf.run(["%s\\n"] + arguments)
    #expect(String(decoding: output, as: UTF8.self) == arguments.joined(separator: "\n") + "\n")
  }

  @Test("a program runs in the given directory, with the given variables and empty input")
  func surroundings() throws {
    let files = try TemporaryDirectory(holding: ["here": Data()])
    let list = ExternalProgram(name: "ls", package: "coreutils")
    #expect(String(decoding: try list.run([], in: files.path), as: UTF8.self) == "here\n")
    let show = ExternalProgram(name: "printenv", package: "coreutils")
    let output = try show.run(
      ["HOME", "LC_ALL", "ADDED"], environment: ["HOME": nil, "ADDED": "a=b"], accepting: [1])
    #expect(String(decoding: output, as: UTF8.self) == "C\na=b\n")
    #expect(try ExternalProgram(name: "cat", package: "coreutils").run([]).isEmpty)
  }

  @Test("the status of a program that a signal ended is 128 plus the signal's number")
  func signalled() throws {
    let shell = ExternalProgram(name: "sh", package: "dash")
    // SIGKILL is 9.
    #expect(throws: DatasetError.programFailed(name: "sh", status: 137, message: "")) {
      try shell.run(["-c", "kill -KILL $$"])
    }
  }

  @Test("a program may write more to both output streams than a pipe holds")
  func loudProgram() throws {
    let tee = ExternalProgram(name: "tee", package: "coreutils")
    let files = try TemporaryDirectory()
    let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let path = try files.write(data, to: "from")
    let cat = ExternalProgram(name: "cat", package: "coreutils")
    #expect(try cat.run([path]) == data)
    try cat.run([path], into: tee, ["/dev/stderr"])
  }

  @Test(
    "errors of other programs include a remedy",
    arguments: [
      ("OSError: [Errno 28] No space left on device: 'x'", ". Free some space and try again"),
      (
        "Temporary failure resolving 'deb.debian.org'",
        ". Check the network connection and try again"
      ),
      (
        "E: Unable to locate package fluid-soundfont-gm",
        ". Check that the system's package sources are Debian's"
      ),
      ("something else", ""),
    ])
  func remedies(message: String, remedy: String) {
    let error = DatasetError.programFailed(name: "pip", status: 1, message: message)
    #expect(error.description == "pip failed with status 1: \(message)\(remedy)")
  }

  @Test("one program's output is the next one's input, and the failure of either is reported")
  func pipes() throws {
    let files = try TemporaryDirectory()
    let (cat, tee) = (
      ExternalProgram(name: "cat", package: "coreutils"),
      ExternalProgram(name: "tee", package: "coreutils")
    )
    let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
    let path = try files.write(data, to: "from")
    try cat.run([path], into: tee, [files.path + "/to"])
    #expect(FileManager.default.contents(atPath: files.path + "/to") == data)
    #expect {
      try cat.run([files.path + "/none"], into: tee, [files.path + "/empty"])
    } throws: { error in
      guard case .programFailed("cat", 1, _) = error as? DatasetError else { return false }
      return true
    }
    let stop = ExternalProgram(name: "false", package: "coreutils")
    #expect(throws: DatasetError.programFailed(name: "false", status: 1, message: "")) {
      try cat.run([path], into: stop, [])
    }
  }

  @Test("a member that an archive lacks is a failure of tar with the member's name")
  func missingMember() throws {
    var tar = Tar()
    tar.add("there", Data("x".utf8))
    let files = try TemporaryDirectory(holding: ["made.tar": tar.archive])
    let archive = TarArchive(path: files.path + "/made.tar")
    #expect {
      try archive.extract(["there", "absent"], into: files.path)
    } throws: { error in
      guard case .programFailed("tar", 2, let message) = error as? DatasetError else {
        return false
      }
      return message.contains("absent: Not found in archive")
    }
  }

  @Test("the file of an installed Debian package is used if its checksum is right")
  func takesInstalledFile() throws {
    let set = try MadeSet.archived()
    let files = try TemporaryDirectory()
    let right = try files.write(
      try #require(FileManager.default.contents(atPath: set.sourcePath)), to: "made-1.tar.gz")
    var archive = DebianArchive()
    archive.systemRoot = files.path + "/"
    #expect(try archive.fetch(try #require(set.manifest.sources.first), into: files.path) == right)
  }

  @Test("a second file of a Debian package comes from the same download, if it exists")
  func takesUnpackedFile() throws {
    let set = try MadeSet(
      sources: ["usr/a.pat": MadePatch().data, "usr/b.pat": Data([1])],
      recordings: ["x.wav": WAVE16.file([1])],
      origins: ["x.wav": "{\"file\": \"usr/a.pat\", \"whole\": true}"])
    let files = try TemporaryDirectory()
    let unpacked = try files.write(Data(), to: "package/usr/a.pat")
    var archive = DebianArchive()
    archive.systemRoot = files.path + "/nothing/"
    // No package has this name, so nothing is downloaded.
    try #require(set.manifest.sources.map(\.file) == ["usr/a.pat", "usr/b.pat"])
    #expect(try archive.fetch(set.manifest.sources[0], into: files.path) == unpacked)
    let error = DatasetError.notInPackage(
      file: "usr/b.pat", package: "made", expectedVersion: "1")
    #expect(throws: error) { try archive.fetch(set.manifest.sources[1], into: files.path) }
    #expect(
      error.description
        == "the package made holds no usr/b.pat. Install from a registry that has version 1")
  }
}
