// SPDX-License-Identifier: MIT

public import Acoustics

/// The drift of a device's clock against the system's monotonic clock, as far as it is known.
///
/// Without a time server the system's clock has an error of about ten parts per million itself.
/// This measurement cannot separate the two.
public struct ClockDrift: Hashable, Sendable {
  /// The drift, positive where the device is fast.
  public var clock: PartsPerMillion
  /// The standard error of the drift.
  public var sigma: PartsPerMillion
  /// The measured time of the stream, in seconds.
  public var seconds: Double
}
