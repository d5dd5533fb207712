// SPDX-License-Identifier: MIT

/// The parameters of a stream, wanted or negotiated.
public struct StreamSetup: Hashable, Sendable {
  /// The format of a sample.
  public var format: SampleFormat
  /// The samples a second of each channel.
  public var rateInHertz: Int
  /// The number of interleaved channels.
  public var channelCount: Int
  /// The frames from one wake-up to the next.
  public var periodInFrames: Int
  /// The frames in the device's buffer.
  public var bufferInFrames: Int

  /// The bytes of one frame.
  var frameByteCount: Int { format.byteCount * channelCount }
}
