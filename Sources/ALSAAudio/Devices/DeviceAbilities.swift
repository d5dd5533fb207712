// SPDX-License-Identifier: MIT

/// The abilities of a device.
public struct DeviceAbilities: Hashable, Sendable {
  /// The usual rates, which are tried one by one.
  static let usualRates = [
    8000, 11025, 16000, 22050, 32000, 44100, 48000, 88200, 96000, 176_400, 192_000,
  ]

  /// The supported formats, the best first.
  public var formats: [SampleFormat]
  /// The samples a second, from the lowest to the highest.
  public var rates: ClosedRange<Int>
  /// The usual rates that the device supports.
  ///
  /// Few devices support all rates between the lowest and the highest.
  public var agreedRates: [Int]
  /// The numbers of channels, from the fewest to the most.
  public var channels: ClosedRange<Int>
}
