// SPDX-License-Identifier: MIT

/// What a device can do.
public struct DeviceAbilities: Hashable, Sendable {
  /// The rates that are asked for one by one.
  static let usualRates = [
    8000, 11025, 16000, 22050, 32000, 44100, 48000, 88200, 96000, 176_400, 192_000,
  ]

  /// The formats that can be listened to, the best first.
  public var formats: [SampleFormat]
  /// Samples a second, from the lowest to the highest.
  public var rates: ClosedRange<Int>
  /// Those of the usual rates that the device agrees to; few devices do all between the two ends.
  public var agreedRates: [Int]
  /// Channels, from the fewest to the most.
  public var channels: ClosedRange<Int>
}
