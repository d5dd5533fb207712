// SPDX-License-Identifier: MIT

/// The header of a frame of MPEG audio.
///
/// Source: ISO/IEC 11172-3, §2.4.2.3, and ISO/IEC 13818-3, §2.4.2.3, for half of the rates. MPEG
/// 2.5, with a quarter of them, is a convention of encoders.
struct MPEGFrame {
  /// The number of bytes of a header.
  static let headerCount = 4
  /// The number of bytes of the longest frame: layer II, 384 kbit/s at 32 kHz.
  static let longest = 1729
  /// The number of samples that a decoder adds before the first one of the encoder.
  static let decoderDelay: Int64 = 529

  /// The bytes of the frame with its header.
  let count: Int
  /// The samples of each channel.
  let sampleCount: Int64
  /// The samples a second.
  let sampleRate: Int
  /// The number of channels.
  let channelCount: Int
  /// The bits of version and layer.
  private let kind: UInt8

  /// Parses the header at `place`; `nil` if there is none, and for a frame of any length, as the
  /// bit rate 0 has.
  init?(_ bytes: [UInt8], at place: Int) {
    guard place + Self.headerCount <= bytes.count, bytes[place] == 0xFF,
      bytes[place + 1] & 0xE0 == 0xE0
    else { return nil }
    let (second, third) = (bytes[place + 1], bytes[place + 2])
    let version = Int(second >> 3 & 3)
    let layer = 4 - Int(second >> 1 & 3)
    let (bitRate, rate) = (Int(third >> 4), Int(third >> 2 & 3))
    guard version != 1, layer < 4, (1...14).contains(bitRate), rate < 3 else { return nil }
    let isFull = version == 3
    let padding = Int(third >> 1 & 1)
    kind = second & 0x1E
    sampleRate = Self.rates[rate] >> (isFull ? 0 : version == 2 ? 1 : 2)
    channelCount = bytes[place + 3] >> 6 == 3 ? 1 : 2
    let bits = 1000 * (isFull ? Self.fullRates[layer - 1] : Self.halfRates[layer - 1])[bitRate - 1]
    switch (layer, isFull) {
    case (1, _): (sampleCount, count) = (384, 4 * (12 * bits / sampleRate + padding))
    case (3, false): (sampleCount, count) = (576, 72 * bits / sampleRate + padding)
    default: (sampleCount, count) = (1152, 144 * bits / sampleRate + padding)
    }
  }

  /// Returns true if another frame can follow this one in a stream.
  ///
  /// It is the rule of libmpg123, which ends the sound at another frame.
  func isOfStream(of other: MPEGFrame) -> Bool {
    kind == other.kind && sampleRate == other.sampleRate && channelCount == other.channelCount
  }

  private static let rates = [44100, 48000, 32000]
  /// The bit rates of each layer of MPEG-1 by their number from 1, in kbit/s.
  private static let fullRates = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ]
  /// The bit rates of each layer of MPEG-2 by their number from 1, in kbit/s.
  private static let halfRates = [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]
}
