// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Foundation
import Testing

@Suite("The length that a header announces")
struct PromisedLengthTests {
  static let wave: [Float] = [0.5, -0.25, 0.125, 0, -1]

  @Test("a header with too large a count yields the existing samples and the shortfall")
  func wavPromisesMore() throws {
    let file = try TestFile(
      TestBytes.wav(dataSize: 2000, samples: TestBytes.int16(Self.wave)))
    let heard = try file.read()
    #expect(heard.samples == Self.wave)
    #expect(heard.failure == nil)
    #expect(
      heard.shortfall == .headerPromisesMore(promisedFrames: 1000, deliveredFrames: 5))
  }

  @Test(
    "a count of frames beyond 64 bits is refused, in RF64 and W64", arguments: [true, false])
  func tooManyFrames(isW64: Bool) throws {
    // IMA ADPCM in blocks of 4 bytes and 65535 samples, 2^60 bytes of them.
    var format = Data()
    for field in [0x11, 1, 44100, 0, 44100, 0, 4, 4, 2, 65535] as [UInt16] {
      format += TestBytes.little(field)
    }
    let size = TestBytes.little(UInt64(1 << 60))
    let rest = Data(count: 12)
    let bytes: Data
    if isW64 {
      bytes =
        Data("riff".utf8) + rest + size + Data("wave".utf8) + rest + Data("fmt ".utf8) + rest
        + TestBytes.little(UInt64(44)) + format + Data(count: 4) + Data("data".utf8) + rest + size
    } else {
      let most = TestBytes.little(UInt32.max)
      bytes =
        Data("RF64".utf8) + most + Data("WAVEds64".utf8) + TestBytes.little(UInt32(28)) + size
        + size + size + Data(count: 4) + Data("fmt ".utf8) + TestBytes.little(UInt32(20)) + format
        + Data("data".utf8) + most
    }
    let file = try TestFile(bytes + Data(count: 100))
    #expect(throws: AudioFileError.self) { _ = try AudioFileReader(path: file.path) }
  }

  /// The offset of the frame count in each container, from the descriptions of the formats.
  @Test(
    "in every container that counts its samples, too large a count is a shortfall",
    arguments: ["aiff", "flac", "caf"])
  func othersPromiseMore(kind: String) throws {
    let wave = TestFile.wave(count: 20001)
    let format: AudioFileFormat =
      switch kind {
      case "aiff": .init(.aiff, .int16)
      case "flac": .init(.flac, .int16)
      default: .init(.caf, .int16)
      }
    let file = try TestFile(wave, format)
    var data = try file.bytes
    switch kind {
    case "aiff":
      // COMM: size, channels, then the frames.
      let place = try #require(data.range(of: Data("COMM".utf8))).upperBound + 6
      data.replaceSubrange(place..<place + 4, with: TestBytes.big(UInt32(90000)))
      let samples = try #require(data.range(of: Data("SSND".utf8))).upperBound
      data.replaceSubrange(samples..<samples + 4, with: TestBytes.big(UInt32(180_008)))
    case "flac":
      // The lowest 32 of the 36 bits of the count stand at byte 22.
      data.replaceSubrange(22..<26, with: TestBytes.big(UInt32(90000)))
    default:
      let place = try #require(data.range(of: Data("data".utf8))).upperBound
      data.replaceSubrange(place..<place + 8, with: TestBytes.big(UInt64(180_004)))
    }
    let heard = try TestFile(data).read()
    #expect(heard.samples == wave)
    #expect(heard.failure == nil)
    #expect(
      heard.shortfall == .headerPromisesMore(promisedFrames: 90000, deliveredFrames: 20001))
  }

  /// A W64 file of 16-bit samples after Sony's description of the format: identifiers of 16 bytes,
  /// and lengths of 8 bytes that count their chunk from its identifier on.
  private static func w64(_ wave: [Float], size: UInt64? = nil) -> Data {
    var format = Data()
    for field in [1, 1] as [UInt16] { format += TestBytes.little(field) }
    for field in [48000, 96000] as [UInt32] { format += TestBytes.little(field) }
    for field in [2, 16] as [UInt16] { format += TestBytes.little(field) }
    return w64(format: format, samples: TestBytes.int16(wave), size: size)
  }

  /// A W64 file of GSM 6.10 at 8000 Hz: blocks of 65 bytes with 320 samples (RFC 2361).
  private static func gsm(blocks: Int) -> Data {
    var format = Data()
    for field in [0x31, 1] as [UInt16] { format += TestBytes.little(field) }
    for field in [8000, 1625] as [UInt32] { format += TestBytes.little(field) }
    for field in [65, 0, 2, 320] as [UInt16] { format += TestBytes.little(field) }
    return w64(format: format + Data(count: 4), samples: Data(count: 65 * blocks))
  }

  /// The parts of a W64 file; the length of `format` is a multiple of 8.
  private static func w64(format: Data, samples: Data, size: UInt64? = nil) -> Data {
    let rest = Data([0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A])
    let riff = Data([0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00])
    let total = UInt64(88 + format.count + samples.count)
    var data = Data("riff".utf8) + riff + TestBytes.little(total)
    data += Data("wave".utf8) + rest
    data += Data("fmt ".utf8) + rest + TestBytes.little(UInt64(24 + format.count)) + format
    data += Data("data".utf8) + rest + TestBytes.little(size ?? UInt64(24 + samples.count))
    return data + samples
  }

  /// A VOC file of 16-bit samples after Creative's description: a block of kind 9, and the end.
  private static func voc(_ wave: [Float]) -> Data {
    let samples = TestBytes.int16(wave)
    var data = Data("Creative Voice File\u{1A}".utf8)
    for field in [26, 0x0114, 0x111F] as [UInt16] { data += TestBytes.little(field) }
    data += TestBytes.little(UInt32(samples.count + 12) << 8 | 9)
    data += TestBytes.little(UInt32(48000)) + Data([16, 1, 4, 0, 0, 0, 0, 0])
    return data + samples + Data([0])
  }

  @Test("a W64 or VOC file that was cut off yields the existing samples and the shortfall")
  func blocksCutOff() throws {
    let wave = TestFile.wave(count: 20_000)
    for whole in [Self.w64(wave), Self.voc(wave)] {
      let all = try TestFile(whole).read()
      #expect(all.samples == wave && all.shortfall == nil && all.failure == nil)
      let heard = try TestFile(whole.prefix(whole.count - 10_001)).read()
      #expect(heard.failure == nil)
      #expect(heard.samples == Array(wave.prefix(heard.samples.count)))
      #expect((14_000..<15_001).contains(heard.samples.count))
      #expect(
        heard.shortfall
          == .headerPromisesMore(
            promisedFrames: 20_000, deliveredFrames: Int64(heard.samples.count)))
    }
    // FFmpeg leaves the largest number if it can't seek back.
    let open = try TestFile(Self.w64(wave, size: UInt64(Int64.max))).read()
    #expect(open.samples == wave && open.shortfall == nil)
  }

  @Test("a W64 file of GSM that was cut off yields the existing samples and the shortfall")
  func gsmCutOff() throws {
    let whole = Self.gsm(blocks: 50)
    let all = try TestFile(whole).read()
    #expect(all.samples.count == 16_000 && all.shortfall == nil && all.failure == nil)
    let cut = try TestFile(whole.prefix(whole.count - 20 * 65)).read()
    #expect(cut.failure == nil)
    #expect(cut.shortfall == .headerPromisesMore(promisedFrames: 16_000, deliveredFrames: 9600))
    // The decoder makes a whole block of what is left of the last one.
    let inBlock = try TestFile(whole.prefix(whole.count - 20)).read()
    let (promised, actual) = (Int64(whole.count), Int64(whole.count - 20))
    #expect(inBlock.shortfall == .headerPromisesMoreBytes(promised: promised, actual: actual))
    #expect(inBlock.failure == nil)
  }

  /// RFC 3533, §6: the last page of a stream carries the flag 0x04.
  @Test(
    "an Ogg file without its last page yields the existing samples and the shortfall",
    arguments: [AudioFileFormat(.ogg, .vorbis), .init(.ogg, .opus)])
  func oggCutOff(format: AudioFileFormat) throws {
    let wave = TestFile.wave(count: 96000, over: 256)
    let whole = try TestFile(wave, format)
    #expect(try whole.read().shortfall == nil)
    let bytes = try whole.bytes
    let heard = try TestFile(bytes.prefix(bytes.count * 3 / 4)).read()
    #expect(heard.failure == nil)
    #expect(!heard.samples.isEmpty)
    #expect(
      heard.shortfall == .lastPageMissing(deliveredFrames: Int64(heard.samples.count)))
  }

  @Test("an MP3 file that was cut off yields the existing samples and the shortfall")
  func mp3CutOff() throws {
    let wave = TestFile.wave(count: 96000, over: 256)
    let whole = try TestFile(wave, .init(.mp3, .mpegLayer3))
    #expect(try whole.read().shortfall == nil)
    let bytes = try whole.bytes
    let cut = bytes.count * 3 / 4
    let heard = try TestFile(bytes.prefix(cut)).read()
    #expect(!heard.samples.isEmpty)
    guard case .headerPromisesMoreBytes(let promised, let actual) = heard.shortfall else {
      Issue.record("\(String(describing: heard.shortfall))")
      return
    }
    #expect(actual == Int64(cut))
    #expect(abs(promised - Int64(bytes.count)) <= 1441)
  }

  @Test(
    "an open length, as streaming programs write it, is not a shortfall",
    arguments: [0, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFDB] as [UInt32])
  func openLength(size: UInt32) throws {
    let file = try TestFile(TestBytes.wav(dataSize: size, samples: TestBytes.int16(Self.wave)))
    let heard = try file.read()
    #expect(heard.samples == Self.wave)
    #expect(heard.shortfall == nil)
    #expect(heard.failure == nil)
  }

  @Test("a CAF of unknown length has no shortfall")
  func openCAF() throws {
    var data = try TestFile(Self.wave, .init(.caf, .int16)).bytes
    let place = try #require(data.range(of: Data("data".utf8))).upperBound
    data.replaceSubrange(place..<place + 8, with: TestBytes.big(Int64(-1)))
    let heard = try TestFile(data).read()
    #expect(heard.samples == Self.wave)
    #expect(heard.shortfall == nil)
  }

  @Test("the padding byte after an odd number of 8-bit samples is not a sample")
  func padding() throws {
    // 8-bit WAV is unsigned around 128.
    let file = try TestFile(
      TestBytes.wav(bits: 8, dataSize: 3, samples: Data([128, 192, 64, 255])))
    let heard = try file.read()
    #expect(heard.samples == [0, 0.5, -0.5])
    #expect(heard.shortfall == nil)
  }

  @Test("chunks before and after the samples are not read as samples")
  func otherChunks() throws {
    let plain = TestBytes.wav(samples: TestBytes.int16(Self.wave))
    let list = Data("LIST".utf8) + TestBytes.little(UInt32(3)) + Data([1, 2, 3, 0])
    let heard = try TestFile(plain.prefix(36) + list + plain.dropFirst(36) + list).read()
    #expect(heard.samples == Self.wave)
    #expect(heard.shortfall == nil)
  }
}
