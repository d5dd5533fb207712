// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// What a capture asks of a device.
public struct CaptureConfiguration: Hashable, Sendable {
  /// A device's name as `tuner devices` lists it.
  public var deviceName: String
  /// Which channels are listened to.
  public var channels: ChannelSelection
  /// The rate asked for; the device's nearest is taken.
  public var preferredRate: SampleRate
  /// How often results are due, which decides how long a period is.
  public var updateRate: UpdateRate
  /// For how long a device that went away is looked for, in seconds; 0 for not at all.
  public var reconnectSeconds: Double

  /// The longest period: what has come in waits no longer than this to be seen.
  ///
  /// It is the hop at 60 updates a second; half of it costs a third more processor time and gains nothing, since a result
  /// is due at the end of a hop and that is the end of a period.
  static let longestPeriodInSeconds = 0.017
  /// What the device holds for us while we don't run; it costs no latency.
  static let bufferInSeconds = 1.0

  /// Makes a configuration.
  ///
  /// - Parameters:
  ///   - deviceName: the device; `default` for what the system has chosen.
  ///   - channels: which channels are listened to.
  ///   - preferredRate: the rate asked for.
  ///   - updateRate: how often results are due.
  ///   - reconnectSeconds: for how long a device that went away is looked for.
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

  /// Returns the setup to ask for: a period that divides the hop, so that the end of a hop is seen at
  /// the end of a period, and is short enough to be seen soon.
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
