// SPDX-License-Identifier: MIT

import AudioFile
import Foundation
import Testing

/// The layout of a page is that of RFC 3533, §6.
@Suite("The pages of an Ogg file")
struct OggStreamsTests {
  static let formats = [AudioFileFormat(.ogg, .vorbis), .init(.ogg, .opus)]

  /// The first byte and the position of every page.
  private func pages(_ bytes: Data) -> [(offset: Int, position: Int64)] {
    var pages: [(offset: Int, position: Int64)] = []
    var start = 0
    while let place = bytes.range(of: Data("OggS".utf8), in: start..<bytes.count)?.lowerBound {
      let position = bytes[(place + 6)..<(place + 14)].reversed()
        .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      pages.append((place, Int64(bitPattern: position)))
      start = place + 4
    }
    return pages
  }

  /// Noise, as it makes many pages.
  private static func noise(seconds: Int) -> [Float] {
    TestBytes.garbage(seed: 7, count: 48000 * seconds).map { Float($0) / 512 - 0.25 }
  }

  /// RFC 7845, §5.1: the number of samples to drop at the start, in the header of Opus.
  private func preSkip(_ bytes: Data) throws -> Int64 {
    guard let head = bytes.range(of: Data("OpusHead".utf8)) else { return 0 }
    return Int64(bytes[head.upperBound + 2]) | Int64(bytes[head.upperBound + 3]) << 8
  }

  @Test(
    "a page that is missing or damaged ends the sound before it, with an error",
    arguments: formats, ["cut", "zeroed", "flipped"])
  func damaged(format: AudioFileFormat, damage: String) throws {
    let file = try TestFile(Self.noise(seconds: 8), format)
    let whole = try file.read()
    #expect(whole.failure == nil && whole.shortfall == nil)
    var bytes = try file.bytes
    let pages = pages(bytes)
    try #require(pages.count > 6)
    let (first, next) = (pages[4].offset, pages[5].offset)
    switch damage {
    case "cut": bytes.removeSubrange((first + 100)..<(next + 100))
    case "zeroed": bytes.replaceSubrange((first - 50)..<(first + 50), with: Data(count: 100))
    default: bytes[first + 500] ^= 0x10
    }
    let heard = try TestFile(bytes).read()
    let last = damage == "zeroed" ? 2 : 3
    let good = try pages[last].position - preSkip(bytes)
    #expect(heard.failure == .pagesMissing(afterFrames: good))
    #expect(heard.samples == Array(whole.samples.prefix(Int(good))))
  }

  @Test("a file whose last pages are all damaged is not one that was cut off")
  func damagedEnd() throws {
    let file = try TestFile(Self.noise(seconds: 8), .init(.ogg, .vorbis))
    var bytes = try file.bytes
    let pages = pages(bytes)
    for page in pages.suffix(3) { bytes[page.offset + 500] ^= 1 }
    let heard = try TestFile(bytes).read()
    let good = pages[pages.count - 4].position
    #expect(heard.failure == .pagesMissing(afterFrames: good))
    #expect(heard.samples.count == Int(good))
  }

  @Test("streams that follow one another are joined", arguments: formats)
  func joined(format: AudioFileFormat) throws {
    let file = try TestFile(Self.noise(seconds: 2), format)
    let whole = try file.read()
    let bytes = try file.bytes
    let heard = try TestFile(bytes + bytes + bytes).read()
    #expect(heard.samples == whole.samples + whole.samples + whole.samples)
    #expect(heard.failure == nil && heard.shortfall == nil)
    let cut = try TestFile(bytes + bytes.prefix(bytes.count * 3 / 4)).read()
    #expect(cut.samples.count > whole.samples.count && cut.failure == nil)
    #expect(cut.shortfall == .lastPageMissing(deliveredFrames: Int64(cut.samples.count)))
  }

  @Test("damage in a later stream is counted from the beginning of the file")
  func laterDamage() throws {
    let file = try TestFile(Self.noise(seconds: 8), .init(.ogg, .vorbis))
    let bytes = try file.bytes
    let count = try file.read().samples.count
    let pages = pages(bytes)
    var second = bytes
    second[pages[4].offset + 500] ^= 1
    let heard = try TestFile(bytes + second).read()
    #expect(heard.failure == .pagesMissing(afterFrames: Int64(count) + pages[3].position))
    #expect(heard.samples.count == count + Int(pages[3].position))
  }

  @Test("a following stream of another format is reported and not read")
  func otherFormat() throws {
    let wave = TestFile.wave(count: 96000, over: 256)
    let mono = try TestFile(wave, .init(.ogg, .vorbis))
    let stereo = try TestFile(wave, .init(.ogg, .vorbis), rate: 44100, channels: 2)
    let heard = try TestFile(mono.bytes + stereo.bytes).read()
    #expect(try heard.samples == mono.read().samples)
    #expect(heard.failure == nil)
    #expect(
      heard.shortfall == .otherStream(deliveredFrames: 96000, sampleRate: 44100, channelCount: 2))
  }

  @Test(
    "a file without the first page of its first stream is damaged, even if a whole stream follows",
    arguments: formats, ["flipped", "zeroed", "cut"])
  func lostBeginning(format: AudioFileFormat, damage: String) throws {
    let bytes = try TestFile(Self.noise(seconds: 2), format).bytes
    let pages = pages(bytes)
    var damaged = bytes
    switch damage {
    case "flipped": damaged[30] ^= 1
    case "zeroed": damaged.replaceSubrange(4..<pages[2].offset, with: Data(count: 50))
    default: damaged.removeSubrange(..<pages[2].offset)
    }
    for file in [damaged + bytes, damaged] {
      #expect(throws: AudioFileError.pagesMissing(afterFrames: 0)) { try TestFile(file).read() }
    }
  }

  @Test("a following stream that can't be decoded is an error of its own, after the good samples")
  func unreadableNext() throws {
    let file = try TestFile(TestFile.wave(count: 96000, over: 256), .init(.ogg, .vorbis))
    let bytes = try file.bytes
    var other = bytes
    let name = try #require(other.range(of: Data("vorbis".utf8)))
    other.replaceSubrange(name, with: Data("speech".utf8))
    let first = 0..<pages(other)[1].offset
    other.replaceSubrange(22..<26, with: Data(count: 4))
    other.replaceSubrange(22..<26, with: TestBytes.little(checksum(other[first])))
    let heard = try TestFile(bytes + other).read()
    #expect(try heard.samples == file.read().samples)
    guard case .nextStreamUnreadable(_, afterFrames: 96000)? = heard.failure else {
      Issue.record("\(String(describing: heard.failure))")
      return
    }
    #expect("\(AudioFileError.nextStreamUnreadable(reason: "x", afterFrames: 2))".contains("(x)"))
  }

  /// RFC 3533, §6: CRC with the polynomial 0x04C11DB7, highest bit first, without a final
  /// inversion.
  private func checksum(_ page: Data) -> UInt32 {
    page.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
      }
    }
  }

  @Test("bytes after the last page, and between pages, are no damage")
  func otherBytes() throws {
    let file = try TestFile(Self.noise(seconds: 8), .init(.ogg, .vorbis))
    let whole = try file.read()
    var bytes = try file.bytes
    bytes.insert(contentsOf: Data("OggS or not".utf8), at: pages(bytes)[4].offset)
    let heard = try TestFile(bytes + Data("TAG".utf8) + Data(count: 125)).read()
    #expect(heard.samples == whole.samples)
    #expect(heard.failure == nil && heard.shortfall == nil)
  }
}
