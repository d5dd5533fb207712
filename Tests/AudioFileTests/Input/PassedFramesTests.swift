// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Foundation
import Testing

@testable import AudioFile

@Suite("Frames that are passed over")
struct PassedFramesTests {
  private static let wave = TestFile.wave(count: 20_001)
  private static let plain: [AudioFileFormat] = [
    .wavInt16, .wavFloat32, .init(.wav, .int24), .init(.rf64, .int32), .init(.w64, .int16),
    .init(.aiff, .int24), .init(.au, .float32), .init(.caf, .int16),
  ]
  private static let flac = AudioFileFormat(.flac, .int16)

  @Test("the samples after them are those of the whole recording", arguments: plain + [flac])
  func samples(format: AudioFileFormat) throws {
    let file = try TestFile(Self.wave, format)
    for count in [0, 1, 777, 20_000, 20_001, 30_000] as [Int64] {
      var reader = try AudioFileReader(path: file.path)
      let passed = try reader.skip(count)
      #expect(passed == min(count, 20_001))
      let frames = reader.deliveredFrames
      #expect(frames == passed)
      let heard = Heard(reader)
      #expect(heard.samples == Array(Self.wave.dropFirst(Int(passed))), "after \(count)")
      #expect(heard.failure == nil && heard.shortfall == nil)
    }
  }

  @Test("frames between two reads are passed over", arguments: [.wavInt16, flac])
  func between(format: AudioFileFormat) throws {
    let file = try TestFile(Self.wave, format)
    var reader = try AudioFileReader(path: file.path)
    var block = [Float](repeating: 0, count: 500)
    var span = block.mutableSpan
    let count = try reader.read(into: &span)
    let passed = try reader.skip(1000)
    #expect(count == 500 && passed == 1000)
    #expect(Heard(reader).samples == Array(Self.wave.dropFirst(1500)))
  }

  @Test("plain samples are sought, and coded ones are not")
  func seeks() throws {
    for format in Self.plain + [Self.flac] {
      let file = try TestFile(Self.wave, format)
      let decoder = try Recording(InputOpening.open(path: file.path, grace: 0)).takeFile()
      let place = decoder.sought(to: 0, plus: 15_000)
      #expect(place == (format == Self.flac ? nil : 15_000), "\(format)")
    }
  }

  @Test("they do not count in the balance of the channels", arguments: [.wavFloat32, flac])
  func balance(format: AudioFileFormat) throws {
    // The channels cancel each other in the first half only.
    let stereo = Self.wave.enumerated().flatMap { [$1, $0 < 10_000 ? -$1 : $1] }
    let file = try TestFile(stereo.map { $0 / 2 }, format, channels: 2)
    for (start, isCancelled) in [(0, true), (10_000, false)] as [(Int64, Bool)] {
      var reader = try AudioFileReader(path: file.path)
      _ = try reader.skip(start)
      var block = [Float](repeating: 0, count: 9000)
      var span = block.mutableSpan
      _ = try reader.read(into: &span)
      let found = reader.mixIsCancelled
      #expect(found == isCancelled, "from \(start)")
    }
    var reader = try AudioFileReader(path: file.path)
    var block = [Float](repeating: 0, count: 9000)
    var span = block.mutableSpan
    _ = try reader.read(into: &span)
    _ = try reader.skip(1000)
    let found = reader.mixIsCancelled
    #expect(!found)
  }
}
