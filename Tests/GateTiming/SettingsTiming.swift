// SPDX-License-Identifier: MIT

import TunerRuntime
import TunerState
import Tuning

/// The choice of a tuning, which is on disk before the next one.
enum SettingsTiming {
  private static let count = 200

  /// The time that 99 % of the choices need: read, write, synchronise, rename.
  static func measure(in directory: String) throws -> Figure {
    let file = SettingsFile(path: directory + "/settings.json")
    let clock = ContinuousClock()
    let times = try (0..<count).map { number in
      let tuning = InstrumentTuning.presets[number % InstrumentTuning.presets.count]
      return try clock.measure { _ = try file.store(.text(tuning.id), for: .selectedTuningID) }
    }
    let late = times.sorted()[count * 99 / 100 - 1]
    return Figure(
      name: "a chosen tuning stored, 99 % of \(count)", value: late / .milliseconds(1), limit: 100,
      unit: "ms")
  }
}
