// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import AudioFile

/// The layout is that of Apple's description of CAF files.
@Suite("The table of ALAC packets")
struct ALACPacketsTests {
  private static func chunk(_ name: String, _ body: Data) -> Data {
    Data(name.utf8) + TestBytes.big(UInt64(body.count)) + body
  }

  /// A CAF file of ALAC with 16 bits at 16 kHz.
  private static func file(table: Data?, frames: UInt64 = 9600) -> Data {
    var description = TestBytes.big((16000.0).bitPattern) + Data("alac".utf8)
    for field in [1, 0, 4096, 1, 0] as [UInt32] { description += TestBytes.big(field) }
    let head = TestBytes.big(UInt64(3)) + TestBytes.big(frames) + Data(count: 8)
    return Data("caff".utf8) + Data([0, 1, 0, 0]) + chunk("desc", description)
      + chunk("kuki", Data(count: 24)) + (table.map { chunk("pakt", head + $0) } ?? Data())
      + chunk("data", Data(count: 400))
  }

  private func promise(_ bytes: Data) throws -> Int64? {
    let file = try TestFile(bytes)
    return try ALACPackets.promisedFrames(in: InputOpening.open(path: file.path, grace: 0))
  }

  @Test("a table of sizes of one to five bytes is good, and the size 0 ends it")
  func good() throws {
    #expect(try promise(Self.file(table: Data([0x10, 0x81, 0x20, 0x83, 0x80, 0x00]))) == 9600)
    #expect(try promise(Self.file(table: Data([0x81, 0x80, 0x80, 0x80, 0x01]))) == 9600)
    #expect(try promise(Self.file(table: Data([0x10, 0, 0xFF, 0xFF]))) == 9600)
    #expect(try promise(Self.file(table: Data(), frames: 0)) == nil)
    let plain = try TestFile(TestFile.wave(count: 100), .init(.caf, .int16)).bytes
    #expect(try promise(plain) == nil)
  }

  @Test(
    "a size without its end, or of six bytes, is refused before the decoder sees it",
    arguments: [[0x10, 0x81], [0xFF], [0x81, 0x80, 0x80, 0x80, 0x80, 0x01]] as [[UInt8]])
  func damaged(table: [UInt8]) throws {
    let bytes = Self.file(table: Data(table))
    let expected = AudioFileError.malformed(
      reason: "the table of ALAC packets can't be decoded", code: nil)
    #expect(throws: expected) { try promise(bytes) }
    #expect(throws: expected) { try TestFile(bytes).read() }
  }

  @Test("a file without a table is refused")
  func missing() throws {
    let expected = AudioFileError.malformed(
      reason: "the table of ALAC packets is missing", code: nil)
    for bytes in [Self.file(table: nil), Self.file(table: Data([0x10])).prefix(100)] {
      #expect(throws: expected) { try TestFile(bytes).read() }
    }
  }
}
