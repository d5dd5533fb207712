// SPDX-License-Identifier: MIT

public import Acoustics

/// How fast a device's clock runs against the system's monotonic clock, as far as is known.
///
/// The system's clock has an error of its own, of some ten parts per million where no time server
/// steers it: the two can't be told apart from here.
public struct ClockDrift: Hashable, Sendable {
  /// By how much the device is fast.
  public var clock: PartsPerMillion
  /// The standard error of that.
  public var sigma: PartsPerMillion
  /// Over how much of the stream it was measured, in seconds.
  public var seconds: Double

  /// Makes a drift.
  ///
  /// - Parameters:
  ///   - clock: by how much the device is fast.
  ///   - sigma: the standard error of that.
  ///   - seconds: over how much of the stream it was measured.
  public init(clock: PartsPerMillion, sigma: PartsPerMillion, seconds: Double) {
    self.clock = clock
    self.sigma = sigma
    self.seconds = seconds
  }
}
