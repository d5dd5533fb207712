// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// The device and stream of a capture.
public struct CaptureConfiguration: Hashable, Sendable {
  /// The name of a device as `tuner devices` lists it.
  public var deviceName: String
  /// The selected channels.
  public var channels: ChannelSelection
  /// The preferred rate; the device's nearest is used.
  public var preferredRate: SampleRate
  /// The rate of results, which determines the length of a period.
  public var updateRate: UpdateRate
  /// The time to wait for a device that disappeared, in seconds; 0 for none.
  public var reconnectSeconds: Double

  /// The longest period in seconds, which is the longest time that captured samples wait in the
  /// device.
  ///
  /// It is the hop at 60 updates a second. A period of half a hop would cost a third more processor
  /// time and gain nothing, because a result is due at the end of a hop, which is the end of a
  /// period.
  static let longestPeriodInSeconds = 0.017
  /// The length of the device's buffer, for pauses of the capture thread.
  ///
  /// It costs no latency.
  static let bufferInSeconds = 1.0

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - deviceName: the device; `default` for the system's default.
  ///   - channels: the selected channels.
  ///   - preferredRate: the preferred rate.
  ///   - updateRate: the rate of results.
  ///   - reconnectSeconds: the time to wait for a device that disappeared.
  public init(
    deviceName: String = "default", channels: ChannelSelection = .mix,
    preferredRate: SampleRate = SampleRate(48000), updateRate: UpdateRate = .standard,
    reconnectSeconds: Double = 0
  ) {
    self.deviceName = deviceName
    self.channels = channels
    self.preferredRate = preferredRate
    self.updateRate = updateRate
    self.reconnectSeconds = reconnectSeconds
  }

  /// Returns the wanted stream: a period divides the hop, so that the end of a hop is the end of a
  /// period, and is short.
  func wish(for abilities: DeviceAbilities, format: SampleFormat) -> StreamSetup {
    let rate = min(max(preferredRate.hertz, abilities.rates.lowerBound), abilities.rates.upperBound)
    let hop = Double(rate) / updateRate.hertz
    let parts = (hop / (Self.longestPeriodInSeconds * Double(rate))).rounded(.up)
    let wanted = if case .channel(let number) = channels { number } else { 1 }
    return StreamSetup(
      format: format, rateInHertz: rate,
      channelCount: max(wanted, abilities.channels.lowerBound),
      periodInFrames: max(16, Int((hop / max(1, parts)).rounded())),
      bufferInFrames: Int(Self.bufferInSeconds * Double(rate)))
  }
}
