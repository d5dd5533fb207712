// SPDX-License-Identifier: MIT

/// What a stream is like: as wished, or as agreed on.
public struct StreamSetup: Hashable, Sendable {
  /// How samples are written down.
  public var format: SampleFormat
  /// Samples a second of each channel.
  public var rateInHertz: Int
  /// Interleaved channels.
  public var channelCount: Int
  /// Frames from one wake-up to the next.
  public var periodInFrames: Int
  /// Frames that the device holds before the first is lost.
  public var bufferInFrames: Int

  /// Bytes of one frame.
  var frameByteCount: Int { format.byteCount * channelCount }
}
