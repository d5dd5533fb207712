// SPDX-License-Identifier: MIT

import AudioFile
import Foundation
import Testing

/// The layout of a header is that of ISO/IEC 11172-3, §2.4.2.3.
@Suite("The frames of an MP3 file")
struct MPEGFramesTests {
  private static let format = AudioFileFormat(.mp3, .mpegLayer3)

  /// The places of the frames of a file of MPEG-1, layer III, at 48 kHz.
  private func frames(_ bytes: Data) -> [Int] {
    let kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    var places: [Int] = []
    var place = 0
    while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] & 0xFE == 0xFA {
      places.append(place)
      place += 3 * kilobits[Int(bytes[place + 2] >> 4)] + Int(bytes[place + 2] >> 1 & 1)
    }
    return places
  }

  private static func noise(seconds: Int) -> [Float] {
    TestBytes.garbage(seed: 7, count: 48000 * seconds).map { Float($0) / 512 - 0.25 }
  }

  @Test(
    "a frame that is missing or damaged ends the sound before it, with an error",
    arguments: ["cut", "inserted", "zeroed", "other rate", "other length", "noise"])
  func damaged(damage: String) throws {
    let file = try TestFile(Self.noise(seconds: 4), Self.format)
    let whole = try file.read()
    #expect(whole.failure == nil && whole.shortfall == nil)
    var bytes = try file.bytes
    let frames = frames(bytes)
    try #require(frames.count > 150)
    let (first, next) = (frames[80], frames[81])
    switch damage {
    case "cut": bytes.removeSubrange((first + 10)..<(next + 20))
    case "inserted": bytes.insert(contentsOf: Data(count: 5), at: next)
    case "zeroed": bytes.replaceSubrange(first..<(first + 3000), with: Data(count: 3000))
    case "other rate": bytes[first + 2] ^= 0x04
    case "other length": bytes[first + 2] ^= 0x10
    default:
      let noise = TestBytes.garbage(seed: 3, count: 700)
      bytes.replaceSubrange(first..<(first + 700), with: noise)
    }
    let heard = try TestFile(bytes).read()
    let count = heard.samples.count
    #expect(heard.failure == .framesMissing(afterFrames: Int64(count)))
    #expect(heard.samples == Array(whole.samples.prefix(count)))
    // The frames before the damage, without the delay of the encoder and without the last ones.
    #expect((74 * 1152...80 * 1152).contains(count), "\(count)")
  }

  @Test("damage at the beginning leaves no good sample")
  func damagedBeginning() throws {
    let file = try TestFile(Self.noise(seconds: 1), Self.format)
    var bytes = try file.bytes
    let frames = frames(bytes)
    bytes.replaceSubrange(frames[3]..<frames[5], with: Data(count: frames[5] - frames[3]))
    #expect(throws: AudioFileError.framesMissing(afterFrames: 0)) { try TestFile(bytes).read() }
  }

  @Test(
    "frames that are missing without a trace in the headers are missing by the count of the first")
  func missingFrames() throws {
    let bytes = try TestFile(Self.noise(seconds: 2), Self.format).bytes
    let frames = frames(bytes)
    var cut = bytes
    cut.removeSubrange(frames[40]..<frames[42])
    let heard = try TestFile(cut).read()
    #expect(heard.failure == nil)
    #expect(
      heard.shortfall
        == .headerPromisesMore(
          promisedFrames: 96000, deliveredFrames: Int64(heard.samples.count)))
  }

  @Test("a cut in the last frame is found by the count of LAME, which is exact")
  func cutInLastFrame() throws {
    let bytes = try TestFile(Self.noise(seconds: 2), Self.format).bytes
    let heard = try TestFile(bytes.dropLast(27)).read()
    #expect(heard.failure == nil && heard.samples.count < 96000)
    #expect(
      heard.shortfall
        == .headerPromisesMore(
          promisedFrames: 96000, deliveredFrames: Int64(heard.samples.count)))
  }

  @Test("tags, and bytes after the last frame, are no damage")
  func otherBytes() throws {
    let file = try TestFile(Self.noise(seconds: 2), Self.format)
    let whole = try file.read()
    let bytes = try file.bytes
    let front = Data("ID3".utf8) + Data([4, 0, 0, 0, 0, 1, 0]) + Data(count: 128)
    let ape = Data("APETAGEX".utf8) + Data([0xD0, 7, 0, 0, 40, 0, 0, 0]) + Data(count: 56)
    let last = Data("TAG".utf8) + Data(count: 125)
    for end in [ape + last, Data(count: 5000)] {
      let heard = try TestFile(front + bytes + end).read()
      #expect(heard.samples == whole.samples)
      #expect(heard.failure == nil && heard.shortfall == nil)
    }
    // The decoder stops after the number of frames that the first one says.
    let twice = try TestFile(bytes + last + front + bytes).read()
    #expect(twice.samples == whole.samples && twice.failure == nil)
    #expect(
      twice.shortfall == .otherStream(deliveredFrames: 96000, sampleRate: 48000, channelCount: 1))
  }

  @Test("a following stream of another format is reported and not read")
  func otherStream() throws {
    let wave = Self.noise(seconds: 2)
    let mono = try TestFile(wave, Self.format)
    let stereo = try TestFile(wave, Self.format, rate: 44100, channels: 2)
    let heard = try TestFile(mono.bytes + stereo.bytes).read()
    let count = heard.samples.count
    #expect(heard.failure == nil)
    #expect(
      heard.shortfall
        == .otherStream(deliveredFrames: Int64(count), sampleRate: 44100, channelCount: 2))
    #expect(try heard.samples == Array(mono.read().samples.prefix(count)))
    #expect(count > 90_000)
  }

  // ISO/IEC 11172-3, §2.4.3.1, and 13818-3: bits of a header, and the length of its frame.
  @Test(
    "the frames of every version and layer are found, whatever their length",
    arguments: [
      ([0xFF, 0xFB, 0x90, 0xC0], 417), ([0xFF, 0xFB, 0x92, 0xC0], 418),
      ([0xFF, 0xFD, 0x84, 0xC0], 384), ([0xFF, 0xFF, 0x44, 0xC0], 128),
      ([0xFF, 0xF3, 0x84, 0xC0], 192), ([0xFF, 0xE3, 0x88, 0xC0], 576),
    ] as [([UInt8], Int)])
  func lengths(header: [UInt8], count: Int) throws {
    let frame = Data(header) + Data(count: count - 4)
    let frames = (0..<40).reduce(into: Data()) { bytes, _ in bytes += frame }
    var damaged = frames
    damaged.insert(contentsOf: Data(count: 200), at: 20 * count)
    let whole = try? TestFile(frames).read()
    #expect(whole?.failure == nil && whole?.shortfall == nil)
    let heard = try TestFile(damaged).read()
    #expect(heard.failure == .framesMissing(afterFrames: Int64(heard.samples.count)))
  }
}
