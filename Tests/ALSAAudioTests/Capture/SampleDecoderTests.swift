// SPDX-License-Identifier: MIT

import Testing

@testable import ALSAAudio

@Suite("The sample formats of devices")
struct SampleDecoderTests {
  private func decode(_ bytes: [UInt8], _ format: SampleFormat) -> [Float] {
    var samples = [Float](repeating: .nan, count: bytes.count / format.byteCount)
    let decoder = SampleDecoder(format: format)
    var span = samples.mutableSpan
    let count = bytes.withUnsafeBytes { decoder.decode($0, into: &span) }
    return Array(samples.prefix(count))
  }

  // Calculated by hand: full scale is 2ⁿ⁻¹, so the lowest number is −1, and 0x40… is a half.
  @Test("reads each format by its definition")
  func definitions() {
    #expect(decode([0x00, 0x80, 0x00, 0x40, 0xff, 0xff], .init(.int16)) == [-1, 0.5, -0x1p-15])
    #expect(decode([0x00, 0x00, 0x80, 0x00, 0x00, 0x40], .init(.packed24)) == [-1, 0.5])
    // The high byte of 24 bits in four is undefined.
    #expect(
      decode([0, 0, 0x80, 0x77, 1, 0, 0, 0xff], .init(.int24)) == [-1, 0x1p-23])
    #expect(
      decode([0, 0, 0, 0x80, 0, 0, 0, 0x40, 1, 0, 0, 0], .init(.int32)) == [-1, 0.5, 0x1p-31])
    #expect(decode([0, 0, 0x80, 0xbf, 0, 0, 0x80, 0x7f], .init(.float32)) == [-1, .infinity])
    #expect(decode([0x7f, 0xff], .init(.int16, isBigEndian: true)) == [Float(32767) / 32768])
  }

  @Test("reads samples of the opposite byte order", arguments: SampleFormat.Encoding.allCases)
  func orders(encoding: SampleFormat.Encoding) {
    let little = SampleFormat(encoding)
    let word: [UInt8] = Array([0x13, 0xa7, 0x42, 0x39].prefix(little.byteCount))
    let big = Array(word.reversed())
    #expect(decode(word, little) == decode(big, SampleFormat(encoding, isBigEndian: true)))
  }

  @Test("leaves out an incomplete sample", arguments: SampleFormat.all)
  func incomplete(format: SampleFormat) {
    #expect(decode(Array(repeating: 1, count: format.byteCount - 1), format).isEmpty)
    var one: [Float] = [9, 9]
    var span = one.mutableSpan
    let bytes = [UInt8](repeating: 0, count: 2 * format.byteCount + 1)
    let count = bytes.withUnsafeBytes { SampleDecoder(format: format).decode($0, into: &span) }
    #expect(count == 2)
    #expect(one == [0, 0])
  }

  // Encoding and decoding give the same sample within half a step.
  @Test("returns the encoded samples, on every channel", arguments: SampleFormat.all)
  func roundTrip(format: SampleFormat) {
    let samples: [Float] = [0, 0.5, -0.5, 1, -1, 0.123_456_7, -0.000_031, 3, -3]
    let bytes = SampleEncoder(format: format).encode(samples.span, channelCount: 2)
    let heard = decode(bytes, format)
    let step: Float =
      switch format.encoding {
      case .float32: 0
      case .int32, .int24, .packed24: 0x1p-23
      case .int16: 0x1p-15
      }
    #expect(heard.count == 2 * samples.count)
    for (index, sample) in samples.enumerated() {
      let expected = format.encoding == .float32 ? sample : min(max(sample, -1), 1)
      #expect(abs(heard[2 * index] - expected) <= step, "\(sample)")
      #expect(heard[2 * index] == heard[2 * index + 1])
    }
    let silent = SampleEncoder(format: format).encode(
      [Float.nan, .infinity].span, channelCount: 1)
    #expect(decode(silent, format) == [0, 0])
  }
}
