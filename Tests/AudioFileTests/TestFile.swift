// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Foundation

/// A file that exists for one test.
final class TestFile {
  let path: String

  init(_ bytes: Data? = nil) throws {
    path =
      FileManager.default.temporaryDirectory.appending(path: "headstock-\(UUID().uuidString)").path
    if let bytes { try bytes.write(to: URL(filePath: path)) }
  }

  deinit { unlink(path) }

  /// Returns samples that repeat after 200, all multiples of 1 / `divisor` between -1 and 1.
  static func wave(count: Int, over divisor: Float = 128) -> [Float] {
    (0..<count).map { (index: Int) -> Float in Float(index * 37 % 200 - 100) / divisor }
  }

  /// A recording of `samples` written by the writer.
  convenience init(
    _ samples: [Float], _ format: AudioFileFormat, rate: Int = 48000, channels: Int = 1
  ) throws {
    try self.init()
    var writer = try AudioFileWriter(
      path: path, sampleRate: SampleRate(rate), channelCount: channels, format: format)
    try writer.write(samples.span)
    try writer.finish()
  }

  var bytes: Data {
    get throws { try Data(contentsOf: URL(filePath: path)) }
  }

  func append(_ bytes: Data) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  func read(_ channels: ChannelSelection = .mix) throws(AudioFileError) -> Heard {
    try Heard(AudioFileReader(path: path, channels: channels))
  }
}

/// The content of a recording.
struct Heard: Equatable {
  var samples: [Float] = []
  var shortfall: Shortfall?
  var failure: AudioFileError?

  /// Reads `reader` to its end, in blocks of an odd length.
  init(_ reader: consuming AudioFileReader) {
    var block = [Float](repeating: 0, count: 777)
    do throws(AudioFileError) {
      while true {
        var span = block.mutableSpan
        let count = try reader.read(into: &span)
        if count == 0 { break }
        samples += block[..<count]
      }
    } catch {
      failure = error
    }
    shortfall = reader.shortfall
  }
}

/// Bytes of headers, put together by hand.
enum TestBytes {
  static func little(_ value: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }

  static func big(_ value: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0) }
  }

  /// A WAV of 16-bit samples after Microsoft's description of the format.
  static func wav(
    rate: UInt32 = 48000, channels: UInt16 = 1, bits: UInt16 = 16, dataSize: UInt32? = nil,
    samples: Data
  ) -> Data {
    let frameSize = UInt32(channels) * UInt32(bits / 8)
    let size = dataSize ?? UInt32(samples.count)
    var bytes = Data("RIFF".utf8) + little(UInt32(36) &+ size) + Data("WAVEfmt ".utf8)
    bytes += little(UInt32(16)) + little(UInt16(1)) + little(channels) + little(rate)
    bytes += little(rate &* frameSize) + little(UInt16(truncatingIfNeeded: frameSize))
    bytes += little(bits) + Data("data".utf8) + little(size)
    return bytes + samples
  }

  static func int16(_ samples: [Float]) -> Data {
    samples.reduce(into: Data()) { $0 += little(Int16($1 * 32768)) }
  }

  /// SplitMix64 (Steele, Lea & Flood 2014), so that garbage is the same each time.
  static func garbage(seed: UInt64, count: Int) -> Data {
    var (state, place) = (seed, 0)
    var bytes = [UInt8](repeating: 0, count: count)
    while place < count {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state &>> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
      bytes[place] = UInt8(truncatingIfNeeded: mixed ^ (mixed &>> 31))
      place += 1
    }
    return Data(bytes)
  }
}
