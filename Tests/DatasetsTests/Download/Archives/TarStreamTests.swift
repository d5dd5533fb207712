// SPDX-License-Identifier: MIT

import DownloadServing
import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("Tar archives that are downloaded")
struct TarStreamTests {
  @Test(
    "unpacks what tar packs, in each format, compressed or not",
    arguments: [
      "ustar", "gnu", "pax",
    ])
  func unpacksTar(format: String) throws {
    let long = (0..<12).map { "directory-\($0)" }.joined(separator: "/")
    let noise = MadeDownload.bytes(count: 70_000, seed: 4)
    let source = try TemporaryDirectory(holding: [
      "top/\(long)/long.wav": noise, "top/empty.wav": Data(), "top/other.txt": Data("x".utf8),
    ])
    for option in ["--create", "--gzip"] {
      let outcome = try Program(path: "/usr/bin/env").run([
        "tar", option == "--gzip" ? "--gzip" : "--no-auto-compress", "--create", "--format",
        format, "--directory", source.path, "--file", source.path + "/made.tar", "top",
      ])
      try #require(outcome.status == 0, "\(outcome.errors)")
      let data = try Data(contentsOf: URL(filePath: source.path + "/made.tar"))
      let made = try MadeArchive(data, .tar)
      try made.unpack { $0.hasSuffix(".wav") }
      #expect(try made.files() == ["top/\(long)/long.wav", "top/empty.wav"])
      #expect(made.contents("top/\(long)/long.wav") == noise)
      #expect(made.isConfined)
    }
  }

  @Test(
    "an archive with a hostile member is refused, and nothing is written outside",
    arguments: [
      ("../evil", "0", "leads out of its directory"), ("a/../../evil", "0", "leads out"),
      ("/headstock-evil", "0", "has an absolute path"), ("link", "2", "is a symbolic link"),
      ("hard", "1", "is a hard link"), ("sda", "4", "is a device"), ("tty", "3", "is a device"),
      ("pipe", "6", "is a pipe"), ("strange", "V", "is no file and no directory"),
      ("sparse", "S", "is no file and no directory"), ("GOOD.wav", "0", "by case"),
      ("good.wav", "0", "stands there twice"), ("good.wav/x", "0", "lies in a file"),
      ("a\u{1B}b", "0", "has a control character in its name"),
    ])
  func refuses(name: String, type: String, words: String) throws {
    for isCompressed in [false, true] {
      var tar = Tar()
      tar.add("good.wav", Data("good".utf8))
      tar.add(name, linkTo: "../../../etc/passwd", type: type)
      tar.add("late.wav", Data("late".utf8))
      let data = isCompressed ? try MadeZip.gzip(tar.archive) : tar.archive
      let made = try MadeArchive(data, .tar)
      #expect {
        try made.unpack { _ in true }
      } throws: { error in
        guard case .memberRefused("made", name, let reason) = error as? DownloadError else {
          return false
        }
        return reason.contains(words)
      }
      #expect(made.isConfined)
      #expect(made.contents("late.wav") == nil)
    }
  }

  @Test("a name in an extension record is checked like other names")
  func refusesRecordedName() throws {
    for (type, record) in [
      ("x", "17 path=../evil2\n"), ("L", "../evil2\0"),
    ] {
      var tar = Tar()
      tar.add("record", Data(record.utf8), type: type)
      tar.add("harmless.wav", Data("x".utf8))
      let made = try MadeArchive(tar.archive, .tar)
      #expect {
        try made.unpack { _ in true }
      } throws: { error in
        guard case .memberRefused(_, "../evil2", _) = error as? DownloadError else { return false }
        return true
      }
      #expect(made.isConfined)
    }
  }

  @Test("a member that is too large is refused at its header")
  func refusesBomb() throws {
    var tar = Tar()
    tar.add("bomb", Data(count: 20_000_000))
    let made = try MadeArchive(MadeZip.gzip(tar.archive), .tar)
    #expect {
      try made.unpack()
    } throws: { error in
      guard case .memberRefused(_, "bomb", _) = error as? DownloadError else { return false }
      return true
    }
    #expect(try made.files().isEmpty)
  }

  @Test("a damaged archive is refused with the reason")
  func refusesDamage() throws {
    var tar = Tar()
    tar.add("a.wav", Data("contents".utf8))
    let good = tar.archive
    var changed = good
    changed[0] ^= 1
    var resized = Tar()
    resized.add("record", Data("20 size=99999999999\n".utf8), type: "x")
    resized.add("a.wav", Data("contents".utf8))
    var torn = Tar()
    torn.add("record", Data("99 path=x\n".utf8), type: "x")
    torn.add("a.wav", Data("contents".utf8))
    let packed = try MadeZip.gzip(good)
    for (data, words) in [
      (changed, "a header is damaged"), (good.prefix(515), "it ends early"),
      (good.prefix(700), "it ends early"), (good.prefix(300), "it ends early"),
      (resized.archive, "of its own kind"), (torn.archive, "a record is damaged"),
      (Data("<html>sign in</html>".utf8), "it ends early"), (packed.dropLast(20), "gzip"),
    ] {
      let made = try MadeArchive(Data(data), .tar)
      #expect("\(words)") {
        try made.unpack()
      } throws: { error in
        guard case .archiveUnreadable("made", let reason) = error as? DownloadError else {
          return false
        }
        return reason.contains(words)
      }
      #expect(made.isConfined)
    }
  }
}
