// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import TestSignals
import Testing

@testable import Datasets

@Suite("Damaged sound font")
struct SoundFontDamageTests {
  @Test("a file that is truncated at any byte is refused")
  func refusesTruncation() throws {
    let whole = Bank().data
    let files = try TemporaryDirectory()
    for count in 0..<whole.count {
      let path = try files.write(whole.prefix(count), to: "bank.sf2")
      #expect(throws: SoundFontError.self, "\(count) bytes") {
        try SoundFontTests.contents(at: path)
      }
    }
  }

  @Test("a file that is truncated at any byte, with its length field corrected, is refused")
  func refusesConsistentTruncation() throws {
    let whole = Bank().data
    let files = try TemporaryDirectory()
    for count in 8..<whole.count {
      let cut = Bank.claiming(UInt32(count - 8), for: "RIFF", in: whole.prefix(count))
      let path = try files.write(cut, to: "bank.sf2")
      #expect(throws: SoundFontError.self, "\(count) bytes") {
        try SoundFontTests.contents(at: path)
      }
    }
  }

  @Test("one changed byte gives an error, or samples of the length of their bounds, and no crash")
  func survivesCorruption() throws {
    let files = try TemporaryDirectory()
    var refused = 0
    for (data, change) in ChangedBytes(Bank().data, seed: 0x5F2) {
      let path = try files.write(data, to: "bank.sf2")
      do {
        let contents = try SoundFontTests.contents(at: path)
        #expect(contents.points.map(\.count) == contents.samples.map(\.count), "\(change)")
      } catch {
        refused += 1
      }
    }
    // Both results occur: damaged headers are refused, damaged names and data are not.
    #expect((1..<ChangedBytes.copyCount).contains(refused))
  }

  @Test(
    "a length beyond the parent chunk is refused with its position",
    arguments: ["RIFF", "LIST", "INAM", "junk", "smpl", "shdr"], [200_000_000, UInt32.max])
  func refusesLongChunks(name: String, size: UInt32) throws {
    let data = Bank.claiming(size, for: name, in: Bank().data)
    let body = try #require(Bank.body(of: name, in: data))
    // The reader does not use INFO, and skips it.
    if name == "INAM" {
      #expect(try SoundFontTests.contents(of: data).samples.count == 2)
      return
    }
    #expect(throws: SoundFontError.chunkTooLong(offset: UInt64(body - 8), name: name)) {
      try SoundFontTests.contents(of: data)
    }
  }

  @Test("the error of a wrong file names the expected part and its position")
  func refusesOtherFiles() throws {
    #expect(throws: SoundFontError.endsEarly(offset: 0, required: 8, actual: 0)) {
      try SoundFontTests.contents(of: Data())
    }
    let form = Bank.chunk("RIFF", Data("WAVE".utf8))
    #expect(throws: SoundFontError.unexpected(offset: 8, expected: "sfbk")) {
      try SoundFontTests.contents(of: form)
    }
    #expect(throws: SoundFontError.unexpected(offset: 0, expected: "RIFF")) {
      try SoundFontTests.contents(of: Bank.chunk("RIFX", Data("sfbk".utf8)))
    }
    #expect(throws: SoundFontError.unexpected(offset: 8, expected: "a form type")) {
      try SoundFontTests.contents(of: Bank.chunk("RIFF", Data("sf".utf8)))
    }
    #expect(throws: SoundFontError.chunkMissing(name: "sdta/smpl")) {
      try SoundFontTests.contents(of: Bank.chunk("RIFF", Data("sfbk".utf8)))
    }
  }

  @Test("a directory, a pipe without a writer and a missing file are not opened")
  func refusesNoFiles() throws {
    let files = try TemporaryDirectory()
    let pipe = files.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for (path, code) in [(files.path, EISDIR), (pipe, EINVAL), (files.path + "/no", ENOENT)] {
      #expect(throws: SoundFontError.openFailed(code: code)) {
        try SoundFontTests.contents(at: path)
      }
    }
  }
}
