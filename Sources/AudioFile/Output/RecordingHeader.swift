// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// The header of a mono WAV file of 32-bit floats that tells where samples are missing.
///
/// Beyond what 32 bits can count it is an RF64 file: the room for its longer numbers is there from the
/// beginning, as a chunk `JUNK`.
///
/// Source: EBU Tech 3306, RF64: an extended file format for audio.
public struct RecordingHeader: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: SampleRate
  /// Where the first sample lay in its session.
  public var first: SamplePosition
  /// Where samples are missing, counted from the first sample of the file, in their order.
  public var gaps: [SampleGap]
  /// The number of samples, those that are missing included.
  public var sampleCount: Int

  /// The most gaps that there is room for.
  public static let gapCapacity = GapChunk.capacity

  static let countOffset = 48 + 26 + 8
  static let gapOffset = countOffset + 4 + 8
  static let dataOffset = gapOffset + GapChunk.byteCount + 8
  /// From here on RF64: a little less than 32 bits can count, for readers that add the header to it.
  static let longestPlain = Int(UInt32.max) - (1 << 20)

  /// Makes a header.
  ///
  /// - Parameters:
  ///   - sampleRate: samples a second.
  ///   - first: where the first sample lay in its session.
  ///   - gaps: where samples are missing, from the first sample of the file; those that there is no
  ///     room for are left out.
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

  /// All that comes before the first sample.
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

  /// The first 48 bytes: the form, its length, and the numbers of 64 bits or the room for them.
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

  /// The number of samples, as far as 32 bits tell it.
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
