// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import TestSignals
import Testing

@testable import Datasets

/// `MadePatch` makes the patches.
///
/// The checksums of freepats, which another program computed, show
/// that the reader also agrees with published files.
@Suite("Gravis patch")
struct GravisPatchTests {
  struct Contents: Equatable {
    var names: [String]
    var points: [[Float]]
    var rates: [UInt16]
  }

  static func contents(at path: String) throws(GravisPatchError) -> Contents {
    let patch = try GravisPatch(path: path)
    var points: [[Float]] = []
    for index in patch.samples.indices { points.append(try patch.read(index)) }
    return Contents(
      names: patch.samples.map(\.name), points: points, rates: patch.samples.map(\.sampleRate))
  }

  static func contents(of data: Data) throws -> Contents {
    let files = try TemporaryDirectory(holding: ["made.pat": data])
    return try contents(at: files.path + "/made.pat")
  }

  @Test("reads names, rates and points of all four layouts, exactly")
  func reads() throws {
    let contents = try Self.contents(of: MadePatch().data)
    #expect(contents.names == ["e1", "seven c", "wide", "bytes"])
    #expect(contents.rates == [44100, 22050, 8000, 11025])
    let (word, byte): (Float, Float) = (0x1p-15, 127.0 / 128)
    let expected: [[Float]] = [
      [0, word, -word, 1 - word],
      [-1, 0, byte],  // unsigned bytes: 0x80 is the middle
      [0, -1],  // unsigned words: 0x8000 is the middle
      [byte, -1],
    ]
    #expect(contents.points == expected)
  }

  @Test("root keys are in thousandths of a hertz, and a patch of version 100 is read")
  func readsRoots() throws {
    var made = MadePatch()
    made.identifier = "GF1PATCH100"
    made.instruments = 0
    made.layers = 0
    let files = try TemporaryDirectory(holding: ["made.pat": made.data])
    let patch = try GravisPatch(path: files.path + "/made.pat")
    #expect(patch.samples.map(\.rootMillihertz) == [110_000, 110_000, 110_000, 110_000])
    #expect(patch.samples.map(\.count) == [4, 3, 2, 2])
  }

  @Test("a patch without samples is valid, and has no sample at any index")
  func readsNone() throws {
    var made = MadePatch()
    made.samples = []
    let files = try TemporaryDirectory(holding: ["made.pat": made.data])
    let patch = try GravisPatch(path: files.path + "/made.pat")
    #expect(patch.samples.isEmpty)
    for index in [-1, 0, Int.max] {
      #expect(throws: GravisPatchError.noSuchSample(index: index, count: 0)) {
        try patch.read(index)
      }
    }
  }

  @Test("a patch that is truncated at any byte is refused")
  func refusesTruncation() throws {
    let whole = MadePatch().data
    let files = try TemporaryDirectory()
    for count in 0..<whole.count {
      let path = try files.write(whole.prefix(count), to: "made.pat")
      #expect(throws: GravisPatchError.self, "\(count) bytes") { try Self.contents(at: path) }
    }
  }

  @Test(
    "one changed byte gives an error, or samples of the length in their headers, and no crash")
  func survivesCorruption() throws {
    let files = try TemporaryDirectory()
    var refused = 0
    for (data, change) in ChangedBytes(MadePatch().data, seed: 0x6F1) {
      let path = try files.write(data, to: "made.pat")
      do {
        let patch = try GravisPatch(path: path)
        for (index, sample) in patch.samples.enumerated() {
          #expect(try patch.read(index).count == sample.count, "\(change)")
        }
      } catch {
        refused += 1
      }
    }
    // Both results occur: damaged sizes and identifiers are refused, damaged names and data are
    // not.
    #expect((1..<ChangedBytes.copyCount).contains(refused))
  }

  @Test(
    "a size beyond the file is refused before memory is allocated", arguments: [12, UInt32.max])
  func refusesLongSamples(size: UInt32) throws {
    var made = MadePatch()
    made.samples = [
      MadePatch.Sample(name: "long", data: [1, 2, 3, 4], modes: 0, claimedSize: size)
    ]
    #expect(throws: GravisPatchError.endsEarly(offset: 335, required: Int(size), actual: 4)) {
      try Self.contents(of: made.data)
    }
  }

  @Test("a contradictory sample is refused with its number")
  func refusesContradictions() throws {
    func error(_ change: (inout MadePatch) -> Void) -> GravisPatchError? {
      var made = MadePatch()
      change(&made)
      do {
        _ = try Self.contents(of: made.data)
        return nil
      } catch {
        return error as? GravisPatchError
      }
    }
    #expect(error { $0.identifier = "GF1PATCH120" } == .notAPatch)
    #expect(error { $0.identifier = "RIFF" } == .notAPatch)
    #expect(error { $0.instruments = 2 } == .several(what: "instruments", count: 2))
    #expect(error { $0.layers = 4 } == .several(what: "layers", count: 4))
    #expect(error { $0.samples[0].data = [] } == .emptySample(index: 0))
    #expect(error { $0.samples[2].data = [1, 2, 3] } == .halfPoint(index: 2, byteCount: 3))
    #expect(error { $0.samples[3].rate = 0 } == .noRate(index: 3))
    let end = MadePatch().data.count
    #expect(
      error { $0.claimedCount = 5 } == .endsEarly(offset: UInt64(end), required: 96, actual: 0))
    #expect(error { _ in } == nil)
  }

  @Test("a directory and a missing file are refused")
  func refusesNoFiles() throws {
    let files = try TemporaryDirectory()
    for (path, code) in [(files.path, EISDIR), (files.path + "/no", ENOENT)] {
      #expect(throws: GravisPatchError.openFailed(code: code)) { try Self.contents(at: path) }
    }
  }
}
