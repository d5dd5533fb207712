// SPDX-License-Identifier: MIT

import Datasets
import Foundation

extension FuzzTarget {
  private static let limits = ArchiveLimits(entryCount: 40, byteCount: 1 << 16)

  static let archives = [
    FuzzTarget("zip", "directories of zip archives, and what is unpacked by them", seeds: { [zip] })
    { bytes in
      ScratchFile.withDirectory { outside in
        ScratchFile.with(bytes) { path in
          let inside = outside + "/inside"
          mkdir(inside, 0o777)
          _ = try? LocalArchive.zip(path, into: inside, limits: limits)
          holdsOnly("inside", in: outside)
        }
      }
    },
    FuzzTarget("tar", "tar archives, in blocks of any size", seeds: { [tar] }) { bytes in
      ScratchFile.withDirectory { outside in
        let inside = outside + "/inside"
        mkdir(inside, 0o777)
        _ = try? LocalArchive.tar(
          bytes, blockCount: 1 + Int(bytes.first ?? 0) * 7, into: inside, limits: limits)
        holdsOnly("inside", in: outside)
      }
    },
    FuzzTarget(
      "response", "headers of downloads",
      texts: [
        "HTTP/2 302\r\nlocation: /a\r\n\r\nHTTP/1.1 206\r\nContent-Range: bytes 5-9/10\r\nETag: \"a\"\r\n"
      ]
    ) { bytes in
      let head = ResponseHead(String(decoding: bytes, as: UTF8.self))
      precondition(head.byteCount.map { $0 >= 0 } ?? true, "A length is not below zero.")
    },
  ]

  /// Traps if anything lies beside the directory that was unpacked into.
  private static func holdsOnly(_ name: String, in directory: String) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
    precondition(names == [name], "Nothing is written outside.")
  }

  /// Two stored members, after PKWARE's APPNOTE.
  private static var zip: [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for (name, contents) in [("a/", ""), ("a/b.wav", "hello"), ("c", "x")] {
      let (name, contents) = (Array(name.utf8), Array(contents.utf8))
      let sizes = [0, contents.count, contents.count].flatMap { littleEndian($0, bytes: 4) }
      let lengths = littleEndian(name.count, bytes: 2) + [0, 0]
      let common: [UInt8] = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      directory +=
        Array("PK\u{1}\u{2}".utf8) + [20, 3] + common + sizes + lengths
        + [UInt8](repeating: 0, count: 12) + littleEndian(body.count, bytes: 4) + name
      body += Array("PK\u{3}\u{4}".utf8) + common + sizes + lengths + name + contents
    }
    let counts: [UInt8] = [3, 0, 3, 0]
    return body + directory + Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0] + counts
      + littleEndian(directory.count, bytes: 4) + littleEndian(body.count, bytes: 4) + [0, 0]
  }

  /// A directory and a file, after POSIX.1-1988.
  private static var tar: [UInt8] {
    func field(_ text: String, _ count: Int) -> [UInt8] {
      Array(text.utf8.prefix(count)) + [UInt8](repeating: 0, count: max(0, count - text.utf8.count))
    }
    func header(_ name: String, _ size: Int, _ type: UInt8) -> [UInt8] {
      let octal = String(size, radix: 8)
      let length = String(repeating: "0", count: 11 - octal.count) + octal
      var bytes =
        field(name, 100) + field("0000644", 8) + field("0000000", 8) + field("0000000", 8)
        + field(length, 12) + field("00000000000", 12) + field("        ", 8) + [type]
        + field("", 100) + field("ustar", 6) + field("00", 2) + field("", 247)
      let sum = String(bytes.reduce(0) { $0 + Int($1) }, radix: 8)
      let check = String(repeating: "0", count: 6 - sum.count) + sum
      bytes.replaceSubrange(148..<156, with: Array(check.utf8) + [0, 0x20])
      return bytes
    }
    let zeros = [UInt8](repeating: 0, count: 1024)
    return header("a/", 0, 0x35) + header("a/b.wav", 5, 0x30) + field("hello", 512) + zeros
  }
}
