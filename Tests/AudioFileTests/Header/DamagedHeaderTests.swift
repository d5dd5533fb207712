// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Foundation
import Testing

@Suite("Damaged headers")
struct DamagedHeaderTests {
  static let wave = TestFile.wave(count: 20001)

  @Test(
    "every prefix of a header is refused with a message of one line",
    arguments: [
      (AudioFileFormat.wavInt16, 45), (.init(.rf64, .int16), 105), (.init(.aiff, .int16), 55),
      (.init(.flac, .int16), 90), (.init(.caf, .int16), 4097), (.init(.au, .int16), 25),
      (.init(.w64, .int16), 105), (.init(.ogg, .vorbis), 3000), (.init(.mp3, .mpegLayer3), 400),
    ])
  func prefixes(format: AudioFileFormat, headerCount: Int) throws {
    let data = try TestFile(Self.wave, format).bytes
    let step = max(1, headerCount / 100)
    for count in Array(stride(from: 0, to: headerCount, by: step)) + [headerCount - 1] {
      let cut = try TestFile(data.prefix(count))
      let error = #expect(throws: AudioFileError.self, "\(count) bytes") { try cut.read() }
      #expect(error?.description.contains("\n") == false)
    }
  }

  @Test("random bytes are refused", arguments: UInt64(1)...40)
  func garbage(seed: UInt64) throws {
    var noise = TestBytes.garbage(seed: seed, count: 1000 + Int(seed) * 97)
    // 0xFF might begin an AAC or MPEG frame.
    noise[0] &= 0x7F
    let error = #expect(throws: AudioFileError.self, "seed \(seed)") {
      try TestFile(noise).read()
    }
    #expect(error == .notAudio(reason: "its first bytes belong to no known format"))
    #expect("\(error, default: "none")".hasSuffix("WAV, AIFF, FLAC, Ogg, Opus, MP3 or CAF"))
  }

  @Test(
    "random bytes after a valid beginning neither crash nor hang the reader",
    arguments: ["RIFF....WAVE", "FORM....AIFF", "fLaC", "caff", ".snd", "OggS", "ID3", "riff"])
  func garbageBehindMagic(magic: String) throws {
    for seed in UInt64(100)..<130 {
      let file = try TestFile(Data(magic.utf8) + TestBytes.garbage(seed: seed, count: 4000))
      // A decoder may produce sound from it; the test requires that it ends.
      let heard = try? file.read()
      #expect((heard?.samples.count ?? 0) < 50_000_000, "seed \(seed)")
    }
  }

  @Test(
    "one wrong byte in a header neither crashes nor hangs the reader",
    arguments: [
      AudioFileFormat.wavInt16, .init(.aiff, .int16), .init(.flac, .int16), .init(.caf, .int16),
      .init(.au, .int16),
    ])
  func wrongByte(format: AudioFileFormat) throws {
    let data = try TestFile(Array(Self.wave[..<5000]), format).bytes
    for place in 0..<80 {
      for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
        var wrong = data
        wrong[place] = value
        let heard = try? TestFile(wrong).read()
        #expect((heard?.samples.count ?? 0) <= 50_000_000, "byte \(place) is \(value)")
      }
    }
  }

  @Test(
    "the error for an unsupported sample rate names the rate",
    arguments: [UInt32(0), 4000, 1_000_000])
  func rates(rate: UInt32) throws {
    let samples = TestBytes.int16([0.5, 0.25])
    let file = try TestFile(TestBytes.wav(rate: rate, samples: samples))
    #expect(throws: AudioFileError.unsupportedSampleRate(hertz: Double(rate))) { try file.read() }
  }

  @Test(
    "the error for an impossible channel count names the count",
    arguments: [UInt16(0), 1025, 65535])
  func channels(count: UInt16) throws {
    let samples = Data(count: 400_000)
    let file = try TestFile(TestBytes.wav(channels: count, samples: samples))
    let expected = AudioFileError.unsupportedChannelCount(actual: Int(count), limit: 1024)
    #expect(throws: expected) { try file.read() }
  }

  @Test("the error for a file of another kind names the kind")
  func foreign() throws {
    let mp4 = try TestFile(TestBytes.big(UInt32(24)) + Data("ftypM4A ".utf8) + Data(count: 64))
    #expect(throws: AudioFileError.unsupportedContainer(name: "an MP4 or M4A file")) {
      try mp4.read()
    }
    let notes = try TestFile(Data("MThd".utf8) + TestBytes.big(UInt32(6)) + Data(count: 64))
    #expect(throws: AudioFileError.noSound) { try notes.read() }
    #expect(!"\(AudioFileError.noSound)".contains("ffmpeg"))
    let picture = try TestFile(Data("RIFF".utf8) + TestBytes.little(UInt32(4)) + Data("WEBP".utf8))
    #expect(throws: AudioFileError.self) { try picture.read() }
    #expect(throws: AudioFileError.empty) { try TestFile(Data()).read() }
  }

  @Test(
    "a complete header without samples is reported",
    arguments: [AudioFileFormat.wavInt16, .init(.aiff, .int16), .init(.caf, .int16)])
  func noSamples(format: AudioFileFormat) throws {
    let error = #expect(throws: AudioFileError.self) { try TestFile([], format).read() }
    #expect(error?.description.hasPrefix("holds no samples") == true)
  }

  @Test("the error for a file that ends before its samples has the announced number of samples")
  func promisedOnly() throws {
    let header = try TestFile(TestBytes.wav(dataSize: 1000, samples: Data()))
    #expect(throws: AudioFileError.noSamples(promisedFrames: 500)) { try header.read() }
  }

  /// A WAV file with a chunk before its samples.
  private static func wav(with chunk: Data, samples: Data) -> Data {
    var bytes = TestBytes.wav(samples: samples)
    bytes.insert(contentsOf: chunk, at: 12)
    return bytes
  }

  @Test("a damaged list of gaps leaves the length of a file known")
  func damagedGaps() throws {
    // Version 1, 3 gaps, and no room for them.
    let list =
      Data("hgap".utf8) + TestBytes.little(UInt32(16)) + TestBytes.little(UInt32(1))
      + TestBytes.little(UInt32(3)) + Data(count: 8)
    let bytes = Self.wav(with: list, samples: TestBytes.int16(Self.wave))
    let file = try TestFile(bytes)
    let whole = try AudioFileReader(path: file.path)
    #expect(whole.gaps.isEmpty && whole.promisedFrames == 20001)
    let text = "a list of 3 gaps without room for them"
    #expect(whole.doubt == .malformed(reason: text, code: nil))
    #expect(
      whole.remark?.description
        == "the header can't be checked (\(text)), so lost samples may be unknown")
    let cut = try TestFile(bytes.dropLast(20_000)).read()
    #expect(
      cut.shortfall == .headerPromisesMore(promisedFrames: 20001, deliveredFrames: 10001))
  }

  @Test("a header that only libsndfile can read gives a remark")
  func uncheckedHeader() throws {
    let empty = Data("junk".utf8) + Data(count: 4)
    let chunks = (0..<5000).reduce(into: Data()) { bytes, _ in bytes += empty }
    let file = try TestFile(Self.wav(with: chunks, samples: TestBytes.int16(Self.wave)))
    let reader = try AudioFileReader(path: file.path)
    #expect(reader.remark?.description.hasPrefix("the header can't be checked (more than ") == true)
    let sound = try TestFile(Self.wave, .wavInt16)
    #expect(try AudioFileReader(path: sound.path).remark == nil)
  }
}
