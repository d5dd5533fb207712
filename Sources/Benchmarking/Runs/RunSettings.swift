// SPDX-License-Identifier: MIT

public import Acoustics

/// What every item of a run has in common.
public struct RunSettings: Hashable, Codable, Sendable {
  /// The rate that synthetic signals are rendered at; recordings keep their own.
  public var sampleRate = SampleRate(48_000)
  /// Readings a second: 200, at which settling is measured.
  public var updatesPerSecond = 200
  /// The window, in samples, over which the Cramér–Rao bound is taken.
  public var boundWindow = 4096

  /// How long after a pluck readings are held against the bound over all samples since, in milliseconds.
  public var pluckWindows = [50, 100, 200, 400, 800]

  /// Makes the settings of a run.
  public init() {}

  /// How often a reading is wanted.
  public var updateRate: UpdateRate { UpdateRate(updates: updatesPerSecond) }
}
