// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// The header of a mono WAV file of 32-bit floats with a list of its gaps.
///
/// A file that is too long for 32-bit lengths is an RF64 file. A chunk `JUNK` reserves the place of
/// the longer lengths from the start.
///
/// Source: EBU Tech 3306, RF64: an extended file format for audio.
public struct RecordingHeader: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: SampleRate
  /// The position of the first sample in its session.
  public var first: SamplePosition
  /// The gaps in order, none adjacent to another, counted from the first sample of the file.
  public var gaps: [SampleGap]
  /// The number of samples, lost ones included.
  public var sampleCount: Int

  /// The largest number of gaps.
  public static let gapCapacity = GapChunk.capacity

  static let countOffset = 48 + 26 + 8
  static let gapOffset = countOffset + 4 + 8
  static let dataOffset = gapOffset + GapChunk.byteCount + 8
  /// The length from which the file is RF64.
  ///
  /// It is slightly below 32 bits, because some readers add the length of the header.
  static let longestPlain = Int(UInt32.max) - (1 << 20)

  /// Makes a header.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - first: the position of the first sample in its session.
  ///   - gaps: the gaps in order, none adjacent to another, counted from the first sample of the
  ///     file. Gaps beyond the capacity are omitted.
  ///   - sampleCount: the number of samples.
  public init(
    sampleRate: SampleRate, first: SamplePosition = .start, gaps: [SampleGap] = [],
    sampleCount: Int = 0
  ) {
    self.sampleRate = sampleRate
    self.first = first
    self.gaps = Array(gaps.prefix(Self.gapCapacity))
    self.sampleCount = sampleCount
  }

  /// All bytes before the first sample.
  public var bytes: [UInt8] {
    var bytes = LittleEndianBytes()
    bytes.append(lengths)
    bytes.append("fmt ")
    bytes.append(UInt32(18))
    bytes.append(UInt16(3))  // floating point
    bytes.append(UInt16(1))
    bytes.append(UInt32(sampleRate.hertz))
    bytes.append(UInt32(4 * sampleRate.hertz))
    bytes.append(UInt16(4))
    bytes.append(UInt16(32))
    bytes.append(UInt16(0))
    bytes.append("fact")
    bytes.append(UInt32(4))
    bytes.append(frameCount)
    bytes.append(GapChunk.name)
    bytes.append(UInt32(GapChunk.byteCount))
    bytes.append(GapChunk(first: first, gaps: gaps).bytes)
    bytes.append("data")
    bytes.append(dataLength)
    return bytes.bytes
  }

  private var byteCount: Int { 4 * sampleCount }
  private var isLong: Bool { byteCount > Self.longestPlain }

  /// The first 48 bytes: the form, its length, and the 64-bit lengths or the space for them.
  var lengths: [UInt8] {
    let length = byteCount + Self.dataOffset - 8
    var bytes = LittleEndianBytes()
    bytes.append(isLong ? "RF64" : "RIFF")
    bytes.append(isLong ? UInt32.max : UInt32(length))
    bytes.append("WAVE")
    bytes.append(isLong ? "ds64" : "JUNK")
    bytes.append(UInt32(28))
    if isLong {
      bytes.append(UInt64(length))
      bytes.append(UInt64(byteCount))
      bytes.append(UInt64(sampleCount))
    }
    bytes.fill(to: 48)
    return bytes.bytes
  }

  /// The number of samples, clamped to 32 bits.
  var frameCount: [UInt8] {
    var bytes = LittleEndianBytes()
    bytes.append(UInt32(clamping: sampleCount))
    return bytes.bytes
  }

  /// The length field of the samples.
  var dataLength: [UInt8] {
    var bytes = LittleEndianBytes()
    bytes.append(isLong ? UInt32.max : UInt32(byteCount))
    return bytes.bytes
  }
}
