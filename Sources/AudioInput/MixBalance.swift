// SPDX-License-Identifier: MIT

/// The power of a mix of channels, compared with the power of the channels.
///
/// Channels of opposite polarity cancel each other in their mean. A cable or a pickup with reversed
/// polarity makes such recordings.
public struct MixBalance: Hashable, Sendable {
  /// The power of cancelled channels in their sum, relative to the sum of their powers: -20 dB.
  ///
  /// It is 0 dB for independent channels, and for one channel beside silent ones.
  private static let cancelled = 0.01
  /// The distance of the frames that are measured, as the ratio needs only a part of them.
  ///
  /// It is odd, so that it shares no period with most of the tones.
  private static let stride = 17

  private var sumPower = 0.0
  private var channelPower = 0.0
  /// The number of frames to skip before the next one is measured.
  private var wait = 0

  /// Makes the balance of no sound.
  public init() {}

  /// Adds the next frames.
  ///
  /// - Parameters:
  ///   - interleaved: `channelCount` samples per frame.
  ///   - channelCount: the number of channels, 1 or more.
  /// - Complexity: O(`interleaved.count`). Does not allocate.
  public mutating func add(_ interleaved: Span<Float>, _ channelCount: Int) {
    let frames = interleaved.count / channelCount
    while wait < frames {
      var (sum, power) = (0.0, 0.0)
      for channel in 0..<channelCount {
        let sample = Double(interleaved[wait * channelCount + channel])
        sum += sample
        power += sample * sample
      }
      // One invalid channel makes the mix of the frame unknown, so the others do not count either.
      if power.isFinite {
        sumPower += sum * sum
        channelPower += power
      }
      wait += Self.stride
    }
    wait -= frames
  }

  /// True if the mix is at least 20 dB below independent channels of the same power.
  public var isCancelled: Bool { channelPower > 0 && sumPower < Self.cancelled * channelPower }
}
