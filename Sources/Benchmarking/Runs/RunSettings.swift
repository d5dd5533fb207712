// SPDX-License-Identifier: MIT

public import Acoustics

/// The settings that all items of a run share.
public struct RunSettings: Hashable, Codable, Sendable {
  /// The rate that synthetic signals are rendered at; recordings keep their own.
  public var sampleRate = SampleRate(48_000)
  /// The rate of readings, a second: the rate at which settling is measured.
  public var updatesPerSecond = 200
  /// The window of the Cramér–Rao bound, in samples.
  public var boundWindow = 4096

  /// The times after a pluck at which readings are compared with the bound, in milliseconds.
  public var pluckWindows = [50, 100, 200, 400, 800]

  /// Makes the settings of a run.
  public init() {}

  /// The requested rate of readings.
  public var updateRate: UpdateRate { UpdateRate(updates: updatesPerSecond) }
}
