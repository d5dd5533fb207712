// SPDX-License-Identifier: MIT

import AudioFile
import Foundation
import Testing

/// The headers follow the descriptions of the formats.
@Suite("Formats that only libsndfile parses, and packed samples")
struct LesserFormatsTests {
  private static let count = 4096
  private static let shorts = TestBytes.int16(TestFile.wave(count: count))
  private static let frames = UInt32(count)

  private static func text(_ text: String, _ count: Int? = nil) -> Data {
    Data(text.utf8) + Data(count: max(0, (count ?? 0) - text.utf8.count))
  }

  private static func numbers(_ numbers: UInt32...) -> Data {
    numbers.reduce(into: Data()) { $0 += TestBytes.little($1) }
  }

  private static func aiff(_ encoding: String, _ frames: Int, _ samples: Data) -> Data {
    let description =
      TestBytes.big(UInt16(1)) + TestBytes.big(UInt32(frames)) + TestBytes.big(UInt16(16))
      + Data([0x40, 0x0C, 0xFA, 0, 0, 0, 0, 0, 0, 0]) + text(encoding) + Data(count: 2)
    let chunks =
      text("AIFCFVER") + TestBytes.big(UInt32(4)) + Data([0xA2, 0x80, 0x51, 0x40])
      + text("COMM") + TestBytes.big(UInt32(description.count)) + description
      + text("SSND") + TestBytes.big(UInt32(samples.count + 8)) + Data(count: 8) + samples
    return text("FORM") + TestBytes.big(UInt32(chunks.count)) + chunks
  }

  private static func au(_ mark: String, _ encoding: UInt32, _ samples: Data) -> Data {
    let fields = [24, UInt32(samples.count), encoding, 16000, 1]
    return text(mark)
      + fields.reduce(into: Data()) {
        $0 += mark == ".snd" ? TestBytes.big($1) : TestBytes.little($1)
      } + samples
  }

  private static var nist: Data {
    text(
      "NIST_1A\n   1024\nchannel_count -i 1\nsample_rate -i 16000\nsample_n_bytes -i 2\n"
        + "sample_sig_bits -i 16\nsample_coding -s3 pcm\nsample_byte_format -s2 01\n"
        + "sample_count -i \(count)\nend_head\n", 1024) + shorts
  }

  private static var avr: Data {
    var head = text("2BIT", 12)
    for field in [0, 16, 0xFFFF, 0xFFFF, 0xFFFF] as [UInt16] { head += TestBytes.big(field) }
    for field in [16000, frames, 0, 0] { head += TestBytes.big(field) }
    return head + Data(count: 128 - head.count) + shorts
  }

  private static var xi: Data {
    let head = text("Extended Instrument: ") + text("", 22) + Data([0x1A]) + text("", 20)
    return head + Data([2, 1]) + Data(count: 194 + 12 + 24) + TestBytes.little(UInt16(1))
      + numbers(UInt32(shorts.count), 0, 0) + Data([64, 0, 16, 128, 0, 0]) + Data(count: 22)
      + shorts
  }

  private static var mat4: Data {
    let rate = withUnsafeBytes(of: 16000.0) { Data($0) }
    return numbers(0, 1, 1, 0, 11) + text("samplerate", 11) + rate
      + numbers(30, 1, frames, 0, 9) + text("wavedata", 9) + shorts
  }

  private static var mat5: Data {
    let rate =
      numbers(6, 8, 6, 0, 5, 8, 1, 1, 1, 10) + text("samplerate", 16)
      + Data([4, 0, 2, 0]) + numbers(16000)
    let wave =
      numbers(6, 8, 6, 0, 5, 8, 1, frames, 1, 8) + text("wavedata")
      + numbers(3, UInt32(shorts.count)) + shorts
    return text("MATLAB 5.0 MAT-file", 124) + Data([0, 1]) + text("IM")
      + numbers(14, UInt32(rate.count)) + rate + numbers(14, UInt32(wave.count)) + wave
  }

  private static var mpc: Data {
    Data([1, 4]) + text("a", 17) + Data([100, 0, 0]) + numbers(0, frames, frames, 0)
      + Data([0, 1]) + TestBytes.little(UInt16(16000)) + shorts
  }

  private static var svx: Data {
    var head = text("VHDR") + TestBytes.big(UInt32(20))
    for field in [frames, 0, 0] { head += TestBytes.big(field) }
    head += TestBytes.big(UInt16(16000)) + Data([1, 0]) + TestBytes.big(UInt32(0x10000))
    let chunks = text("16SV") + head + text("BODY") + TestBytes.big(UInt32(shorts.count)) + shorts
    return text("FORM") + TestBytes.big(UInt32(chunks.count)) + chunks
  }

  private static var wve: Data {
    text("ALawSoundFile**", 16) + TestBytes.big(UInt16(3856)) + TestBytes.big(frames)
      + Data(count: 10) + Data(repeating: 0x55, count: count)
  }

  /// Blocks of 33 bytes, whose first four bits are 0xD, and of 160 samples.
  private static func gsm(blocks: Int) -> Data {
    (0..<blocks).reduce(into: Data()) { bytes, _ in bytes += Data([0xD0]) + Data(count: 32) }
  }

  private static let files: [(name: String, bytes: Data)] = [
    ("AIFF-C, IMA ADPCM", aiff("ima4", 64, Data(count: 34 * 64))),
    ("AIFF-C, GSM", aiff("GSM ", 160 * 26, gsm(blocks: 26))),
    ("AU, G.721", au(".snd", 23, Data(count: count / 2))),
    ("AU, G.723 at 24 kbit/s", au(".snd", 25, Data(count: 120 * 12))),
    ("AU, little-endian", au("dns.", 3, shorts)), ("NIST", nist), ("AVR", avr), ("XI", xi),
    ("MAT4", mat4), ("MAT5", mat5), ("MPC", mpc), ("16SV", svx), ("WVE", wve),
  ]

  @Test(
    "a file that was cut off yields the existing samples and the shortfall",
    arguments: files)
  func cutOff(name: String, bytes: Data) throws {
    let whole = try TestFile(bytes).read()
    #expect(whole.failure == nil && whole.shortfall == nil, "\(name): \(whole.shortfall as Any)")
    #expect(whole.samples.count >= 800, "\(name)")
    for share in [2, 20] {
      let cut = try TestFile(bytes.prefix(bytes.count - bytes.count / share)).read()
      #expect(cut.failure == nil, "\(name)")
      #expect((1..<whole.samples.count).contains(cut.samples.count), "\(name)")
      #expect(cut.shortfall != nil, "\(name)")
    }
  }

  /// libsndfile prints messages on standard output for damaged ones.
  @Test("sample dumps are refused, also behind an ID3 tag, and so are CAF files behind one")
  func refused() throws {
    let dump = Data([0xF0, 0x7E, 0, 1, 0, 0, 16]) + Data(count: 200)
    let tag = Self.text("ID3") + Data([3, 0, 0, 0, 0, 0, 4]) + Data(count: 4)
    let wave = try TestFile(TestFile.wave(count: 5000), .init(.caf, .int16)).bytes
    #expect(throws: AudioFileError.unsupportedContainer(name: "a MIDI sample dump")) {
      try TestFile(dump).read()
    }
    #expect(throws: AudioFileError.unsupportedContainer(name: "a MIDI sample dump")) {
      try TestFile(tag + tag + dump).read()
    }
    let hidden = AudioFileError.unsupportedContainer(name: "a CAF file behind an ID3 tag")
    #expect(throws: hidden) { try TestFile(tag + wave).read() }
  }
}
