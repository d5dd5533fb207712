// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import Glibc

extension FuzzTarget {
  static let audio = [
    FuzzTarget("audio-file", "headers and blocks of recordings", seeds: recordings) { bytes in
      ScratchFile.with(bytes) { path in
        read { () throws(AudioFileError) in try AudioFileReader(path: path) }
        read { () throws(AudioFileError) in
          try AudioFileReader(path: path, channels: .channel(2))
        }
      }
    },
    FuzzTarget("audio-pipe", "recordings that come through a pipe", seeds: recordings) { bytes in
      // The size of a pipe's buffer.
      let bytes = Array(bytes.prefix(1 << 16))
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return }
      let written = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      precondition(written == bytes.count || bytes.isEmpty, "A pipe takes 64 KiB.")
      close(ends[1])
      read { () throws(AudioFileError) in try AudioFileReader(descriptor: ends[0]) }
      close(ends[0])
    },
  ]

  /// Reads a recording to its end, or two million samples of it.
  private static func read(_ open: () throws(AudioFileError) -> AudioFileReader) {
    var block = [Float](repeating: 0, count: 777)
    do throws(AudioFileError) {
      var reader = try open()
      precondition(reader.channelCount >= 1 && reader.sampleRate.hertz > 0, "There is a stream.")
      var total = 0
      while total < 1 << 21 {
        var span = block.mutableSpan
        let count = try reader.read(into: &span)
        precondition((0...777).contains(count), "A block is filled at most.")
        if count == 0 { break }
        total += count
      }
      precondition(Int(reader.deliveredFrames) == total, "What was delivered is counted.")
      if let shortfall = reader.shortfall { _ = "\(shortfall)" }
    } catch {
      precondition(!error.description.isEmpty, "An error is told.")
    }
  }

  /// A short recording in every format that is written.
  private static func recordings() -> [[UInt8]] {
    let samples = (0..<600).map { Float($0 % 40) / 40 - 0.5 }
    let formats: [AudioFileFormat] = [
      .init(.wav, .int16), .init(.wav, .int24), .init(.wav, .float32), .init(.rf64, .int16),
      .init(.w64, .int16), .init(.aiff, .int16), .init(.caf, .float32), .init(.au, .int32),
      .init(.flac, .int16), .init(.ogg, .vorbis), .init(.ogg, .opus), .init(.mp3, .mpegLayer3),
    ]
    let whole = formats.map { format in
      ScratchFile.bytes { path in
        var writer = try AudioFileWriter(
          path: path, sampleRate: SampleRate(48000), channelCount: 2, format: format)
        try writer.write(samples.span)
        try writer.finish()
      }
    }
    let kept = ScratchFile.bytes { path in
      var writer = try RecordingWriter(path: path, sampleRate: SampleRate(48000))
      try writer.write(samples.span)
      try writer.skip(40)
      try writer.write(samples.span)
    }
    return (whole + [kept.prefix(2000) + [], longRF64(), longW64()]).filter { !$0.isEmpty }
  }

  /// The length of samples of which the number of frames is beyond 64 bits.
  private static let longCount: UInt64 = 1 << 60

  /// A format of IMA ADPCM in blocks of 4 bytes and of 65535 samples.
  private static let longBlocks: [UInt8] =
    little(UInt16(0x11)) + little(UInt16(1)) + little(UInt32(44100)) + little(UInt32(44100))
    + little(UInt16(4)) + little(UInt16(4)) + little(UInt16(2)) + little(UInt16.max)

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func longRF64() -> [UInt8] {
    let head = Array("RF64".utf8) + little(UInt32.max) + Array("WAVEds64".utf8)
    let sizes = little(longCount) + little(longCount) + little(longCount) + little(UInt32(0))
    let format = Array("fmt ".utf8) + little(UInt32(longBlocks.count)) + longBlocks
    let samples = Array("data".utf8) + little(UInt32.max) + [UInt8](repeating: 0, count: 100)
    return head + little(UInt32(sizes.count)) + sizes + format + samples
  }

  private static func longW64() -> [UInt8] {
    let rest = [UInt8](repeating: 0, count: 12)
    let head = Array("riff".utf8) + rest + little(longCount) + Array("wave".utf8) + rest
    let format =
      Array("fmt ".utf8) + rest + little(UInt64(24 + longBlocks.count)) + longBlocks
      + [UInt8](repeating: 0, count: -longBlocks.count & 7)
    return head + format + Array("data".utf8) + rest + little(longCount)
      + [UInt8](repeating: 0, count: 100)
  }
}
