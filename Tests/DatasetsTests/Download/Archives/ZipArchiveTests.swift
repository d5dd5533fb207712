// SPDX-License-Identifier: MIT

import DownloadServing
import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("Zip archives")
struct ZipArchiveTests {
  @Test("unpacks stored, deflated and empty members, and only the requested ones")
  func unpacks() throws {
    var zip = MadeZip()
    let noise = MadeDownload.bytes(count: 200_000, seed: 3)
    var directory = MadeZip.Header()
    directory.mode = 0o040755
    try zip.add("top/", header: directory)
    try zip.add("top/empty.wav")
    try zip.add("top/a b#[1]*?.wav", Data("stored".utf8))
    try zip.add("skipped.mp4", noise, deflated: true)
    try zip.add("-p/noise.wav", noise, deflated: true)
    try zip.add("last.wav")
    let made = try MadeArchive(zip.data, .zip)
    try made.unpack { $0.hasSuffix(".wav") }
    #expect(try made.files() == ["-p/noise.wav", "last.wav", "top/a b#[1]*?.wav", "top/empty.wav"])
    #expect(made.contents("-p/noise.wav") == noise)
    #expect(made.contents("top/a b#[1]*?.wav") == Data("stored".utf8))
    #expect(made.contents("top/empty.wav") == Data())
    #expect(made.isConfined)
  }

  @Test("unpacks what Python packs")
  func unpacksPython() throws {
    let place = try TemporaryDirectory()
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
          z.comment = b"a comment"
          z.writestr("x/é.wav", b"one" * 1000)
          z.writestr("x/two.wav", b"two", zipfile.ZIP_STORED)
      """
    let outcome = try Program(path: "/usr/bin/env").run(
      ["python3", "-c", script, place.path + "/z"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let made = try MadeArchive(Data(contentsOf: URL(filePath: place.path + "/z")), .zip)
    try made.unpack()
    #expect(try made.files() == ["x/two.wav", "x/é.wav"])
    #expect(made.contents("x/é.wav") == Data(String(repeating: "one", count: 1000).utf8))
  }

  /// A member that must be refused, and the reason.
  struct Hostile: CustomTestStringConvertible, Sendable {
    var name: String
    var mode = 0o100644
    var before: [String] = []
    var reason: String
    var testDescription: String { "\(name.debugDescription) \(reason)" }
  }

  @Test(
    "an archive with a hostile member is refused as a whole, and nothing is written outside",
    arguments: [
      Hostile(name: "../evil", reason: "leads out of its directory"),
      Hostile(name: "a/../../evil", reason: "leads out of its directory"),
      Hostile(name: "a/..", reason: "leads out of its directory"),
      Hostile(name: "/headstock-evil", reason: "has an absolute path"),
      Hostile(name: "..\\evil", reason: "has a backslash in its name"),
      Hostile(name: "C:\\evil", reason: "has a backslash in its name"),
      Hostile(name: "a\u{1B}[2Jb", reason: "has a control character in its name"),
      Hostile(name: "a\nb", reason: "has a control character in its name"),
      Hostile(name: "a\u{202E}vaw.b", reason: "has a control character in its name"),
      Hostile(name: "a\u{0}b", reason: "has a control character in its name"),
      Hostile(name: "", reason: "has no name"),
      Hostile(name: "./.", reason: "has no name"),
      Hostile(name: String(repeating: "n", count: 256), reason: "has a name that is too long"),
      Hostile(name: "link", mode: 0o120777, reason: "is a symbolic link"),
      Hostile(name: "device", mode: 0o060644, reason: "is a device or a pipe"),
      Hostile(name: "tty", mode: 0o020644, reason: "is a device or a pipe"),
      Hostile(name: "pipe", mode: 0o010644, reason: "is a device or a pipe"),
      Hostile(name: "a.wav", before: ["a.wav"], reason: "stands there twice"),
      Hostile(name: "A.wav", before: ["a.wav"], reason: "differs from \"a.wav\" by case"),
      Hostile(name: "X/b.wav", before: ["x/a.wav"], reason: "differs from \"x\" by case"),
      Hostile(name: "e\u{301}", before: ["\u{E9}"], reason: "by case or composition only"),
      Hostile(name: "x", before: ["x/a.wav"], reason: "is a file and a directory"),
      Hostile(name: "x/a.wav", before: ["x"], reason: "lies in a file"),
    ])
  func refuses(hostile: Hostile) throws {
    var zip = MadeZip()
    try zip.add("good.wav", Data("good".utf8))
    for name in hostile.before { try zip.add(name) }
    var header = MadeZip.Header()
    header.mode = hostile.mode
    try zip.add(hostile.name, Data("/etc/passwd".utf8), header: header)
    let made = try MadeArchive(zip.data, .zip)
    #expect {
      try made.unpack { _ in true }
    } throws: { error in
      guard case .memberRefused("made", hostile.name, let reason) = error as? DownloadError else {
        return false
      }
      return reason.contains(hostile.reason)
    }
    #expect(made.isConfined)
    #expect(try made.files().isEmpty)
  }

  @Test("a decompression bomb is refused by its announced size, before decompression")
  func refusesBomb() throws {
    var zip = MadeZip()
    // A thousandfold: 20 MB of zeros in 20 kB.
    try zip.add("bomb", Data(count: 20_000_000), deflated: true)
    #expect(zip.data.count < 50_000)
    let made = try MadeArchive(zip.data, .zip)
    #expect {
      try made.unpack()
    } throws: { error in
      guard case .memberRefused(_, "bomb", let reason) = error as? DownloadError else {
        return false
      }
      return reason.contains("10000000 bytes")
    }
    #expect(try made.files().isEmpty)
  }

  @Test("a decompression bomb with a small announced size is stopped at that size")
  func stopsBombOfFalseSize() throws {
    var header = MadeZip.Header()
    header.unpackedCount = 1000
    var zip = MadeZip()
    try zip.add("bomb", Data(count: 20_000_000), deflated: true, header: header)
    let made = try MadeArchive(zip.data, .zip)
    #expect {
      try made.unpack()
    } throws: { error in
      guard case .archiveUnreadable("made", _) = error as? DownloadError else { return false }
      return true
    }
    let written = (made.contents("bomb") ?? Data()).count
    #expect(written <= 1000)
  }

  @Test("too many members, and members that share bytes, are refused")
  func refusesMany() throws {
    var many = MadeZip()
    for index in 0...100 { try many.add("\(index)/", header: .directory) }
    #expect {
      try MadeArchive(many.data, .zip).unpack()
    } throws: { error in
      guard case .memberRefused(_, "100/", _) = error as? DownloadError else { return false }
      return true
    }
    // The bomb without nesting (Fifield 2019): many names for the same bytes.
    var shared = MadeZip()
    try shared.add("a", Data("kernel".utf8))
    var header = MadeZip.Header()
    header.offset = 0
    header.localName = "a"
    try shared.add("b", Data("kernel".utf8), header: header)
    try expectUnreadable(shared.data, "overlap")
  }

  @Test("a damaged or unusual archive is refused with the reason")
  func refusesDamage() throws {
    func zip(_ change: (inout MadeZip.Header) -> Void) throws -> Data {
      var header = MadeZip.Header()
      change(&header)
      var zip = MadeZip()
      try zip.add("a.wav", Data("contents".utf8), header: header)
      return zip.data
    }
    try expectUnreadable(zip { $0.flags = 1 }, "encrypted")
    try expectUnreadable(zip { $0.method = 12 }, "method 12")
    try expectUnreadable(zip { $0.unpackedCount = 0xFFFF_FFFF }, "zip64")
    try expectUnreadable(zip { $0.localName = "b.wav" }, "not what its directory says")
    try expectUnreadable(zip { $0.crc = 1 }, "a.wav is damaged (wrong CRC)")
    // Eight stored bytes are there.
    try expectUnreadable(zip { $0.unpackedCount = 9 }, "a.wav is shorter than it says")
    try expectUnreadable(zip { $0.unpackedCount = 7 }, "a.wav is longer than it says")
    let good = try zip { _ in }
    try expectUnreadable(good.dropLast(), "no zip archive, or cut off")
    try expectUnreadable(good.prefix(60), "no zip archive")
    try expectUnreadable(Data("junk".utf8) + good, "not where it says")
    try expectUnreadable(good + Data("junk".utf8), "cut off")
    try expectUnreadable(Data(), "no zip archive")
    try expectUnreadable(Data(count: 100), "no zip archive")
    try expectUnreadable(Data("<html>sign in</html>            ".utf8), "no zip archive")
  }

  @Test("truncation at any byte and any changed byte are refused or leave the contents right")
  func survivesChanges() throws {
    var zip = MadeZip()
    let contents = Data("contents".utf8)
    try zip.add("a.wav", contents)
    try zip.add("b.wav", contents, deflated: true)
    let good = zip.data
    let place = try TemporaryDirectory()
    for index in good.indices {
      for change in [UInt8(0xFF), 0x01] {
        var data = good
        data[index] ^= change
        let inside = try TemporaryDirectory()
        let archive = ZipArchive(
          path: try place.write(data, to: "made"), name: "made",
          limits: ArchiveLimits(entryCount: 10, byteCount: 1000))
        let destination = UnpackedDirectory(path: inside.path)
        guard
          (try? archive.unpack(into: destination, wants: { _ in true }, progress: { _ in })) != nil
        else { continue }
        for name in try destination.files() {
          let unpacked = FileManager.default.contents(atPath: "\(inside.path)/\(name)")
          #expect(unpacked == contents, "byte \(index)")
        }
      }
      let path = try place.write(good.prefix(index), to: "made")
      #expect(throws: DownloadError.self) { _ = try ZipDirectory(path: path, archive: "made") }
    }
  }

  private func expectUnreadable(
    _ data: Data, _ words: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let made = try MadeArchive(Data(data), .zip)
    #expect(sourceLocation: location) {
      try made.unpack()
    } throws: { error in
      guard case .archiveUnreadable("made", let reason) = error as? DownloadError else {
        return false
      }
      return reason.contains(words)
    }
    #expect(made.isConfined, sourceLocation: location)
  }
}

extension MadeZip.Header {
  /// A header with the mode of a directory.
  static var directory: MadeZip.Header {
    var header = MadeZip.Header()
    header.mode = 0o040755
    return header
  }
}
