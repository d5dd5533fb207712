// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@testable import Datasets

@Suite("Sound font")
struct SoundFontTests {
  /// The complete contents of a bank, as a reader returns them.
  struct Contents: Equatable {
    var samples: [SoundFont.Sample]
    var points: [[Float]]
  }

  static func contents(of data: Data) throws -> Contents {
    let files = try TemporaryDirectory(holding: ["bank.sf2": data])
    return try contents(at: files.path + "/bank.sf2")
  }

  static func contents(at path: String) throws(SoundFontError) -> Contents {
    let font = try SoundFont(path: path)
    var points: [[Float]] = []
    for index in font.samples.indices { points.append(try font.read(index)) }
    return Contents(samples: font.samples, points: points)
  }

  @Test("reads names, bounds, rates and root keys, past odd chunks and unknown ones")
  func readsHeaders() throws {
    let contents = try Self.contents(of: Bank().data)
    try #require(contents.samples.count == 2)
    let (first, second) = (contents.samples[0], contents.samples[1])
    #expect(first.name == "Nylon A3")
    #expect((first.start, first.end, first.sampleRate) == (0, 4, 44100))
    #expect((first.originalPitch, first.pitchCorrection) == (60, -3))
    #expect(second.name == "Exactly twenty bytes")
    #expect((second.start, second.end, second.sampleRate) == (4, 7, 22050))
    #expect((second.originalPitch, second.pitchCorrection) == (255, 7))
    #expect((first.count, second.count) == (4, 3))
  }

  @Test("samples are the stored integers divided by 32768, exactly")
  func readsData() throws {
    let contents = try Self.contents(of: Bank().data)
    let first: [Float] = [0, 0x1p-15, -0x1p-15, 1 - 0x1p-15]
    let second: [Float] = [-1, 12345 * 0x1p-15, -12345 * 0x1p-15]
    #expect(contents.points == [first, second])
  }

  @Test("the error for a missing sample has the number of samples")
  func refusesIndex() throws {
    let files = try TemporaryDirectory(holding: ["bank.sf2": Bank().data])
    let font = try SoundFont(path: files.path + "/bank.sf2")
    for index in [-1, 2, Int.max] {
      #expect(throws: SoundFontError.noSuchSample(index: index, count: 2)) {
        try font.read(index)
      }
    }
  }

  @Test("reversed, empty or too large bounds are refused, and the other samples are read")
  func refusesBounds() throws {
    for (start, end) in [(5, 4), (4, 4), (0, 8), (7, 8), (UInt32.max - 1, UInt32.max)] {
      var bank = Bank()
      bank.headers[0].start = UInt32(start)
      bank.headers[0].end = UInt32(end)
      let files = try TemporaryDirectory(holding: ["bank.sf2": bank.data])
      let font = try SoundFont(path: files.path + "/bank.sf2")
      #expect(
        throws: SoundFontError.badBounds(
          index: 0, start: UInt32(start), end: UInt32(end), available: 7)
      ) { try font.read(0) }
      #expect(try font.read(1).count == 3)
    }
  }

  @Test("a bank whose only header is the terminal one has no samples")
  func readsEmptyBank() throws {
    var bank = Bank()
    bank.headers.removeFirst(2)
    #expect(try Self.contents(of: bank.data) == Contents(samples: [], points: []))
  }

  @Test("a bank without a header, or with a part of one, is damaged")
  func refusesUnevenHeaders() throws {
    var none = Bank()
    none.headers = []
    var part = Bank()
    part.strayHeaderBytes = Data(count: 6)
    for (bank, size) in [(none, 0), (part, 3 * 46 + 6)] {
      let body = try #require(Bank.body(of: "shdr", in: bank.data))
      #expect(throws: SoundFontError.headersUneven(offset: UInt64(body), size: UInt64(size))) {
        try Self.contents(of: bank.data)
      }
    }
  }
}
