// SPDX-License-Identifier: MIT

package import Acoustics

/// The settings that all items of a run share.
package struct RunSettings: Hashable, Codable, Sendable {
  /// The rate that synthetic signals are rendered at; recordings keep their own.
  package var sampleRate = SampleRate(48_000)
  /// The rate of readings, a second: the rate at which settling is measured.
  package var updatesPerSecond = 200
  /// The window of the Cramér–Rao bound, in samples.
  package var boundWindow = 4096

  /// The times after a pluck at which readings are compared with the bound, in milliseconds.
  package var pluckWindows = [50, 100, 200, 400, 800]

  /// Makes the settings of a run.
  package init() {}

  /// The requested rate of readings.
  package var updateRate: UpdateRate { UpdateRate(updates: updatesPerSecond) }
}
