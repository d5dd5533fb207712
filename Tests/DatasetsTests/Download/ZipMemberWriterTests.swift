// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("Members cut out of a stream")
struct ZipMemberWriterTests {
  @Test("the CRC is that of ISO 3309")
  func crc() {
    var crc = CRC32()
    #expect(crc.value == 0)
    crc.add(Array("1234".utf8)[...])
    crc.add(Array("56789".utf8)[...])
    // The check value that catalogues of CRCs give for CRC-32/ISO-HDLC.
    #expect(crc.value == 0xCBF4_3926)
  }

  @Test("bytes that are not those of the CRC are refused, and so are too few and too many")
  func refuses() throws {
    for (text, crc, isRight) in [
      ("123456789", UInt32(0xCBF4_3926), true), ("123456789", 0xCBF4_3927, false),
      ("12345678", 0xCBF4_3926, false), ("1234567890", 0xCBF4_3926, false),
    ] {
      let place = try TemporaryDirectory()
      var writer = ZipMemberWriter(
        [
          .init(path: "empty", isKept: true, byteCount: 0, crc: 0),
          .init(path: "a/b", isKept: true, byteCount: 9, crc: crc),
        ], of: "made", into: UnpackedDirectory(path: place.path))
      // Byte by byte: members begin and end anywhere in what a program prints.
      func write() throws(DownloadError) {
        for byte in text.utf8 { try writer.take([byte]) }
        try writer.finish()
      }
      if isRight {
        try write()
        #expect(FileManager.default.contents(atPath: place.path + "/a/b") == Data(text.utf8))
        #expect(FileManager.default.contents(atPath: place.path + "/empty") == Data())
      } else {
        #expect {
          try write()
        } throws: { error in
          if case .archiveUnreadable("made", _) = error as? DownloadError { true } else { false }
        }
      }
    }
  }
}
