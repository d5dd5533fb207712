// SPDX-License-Identifier: MIT

import Acoustics
import StringCoupling

extension StrokeMemory {
  /// Adds the next stroke.
  ///
  /// - Parameter readings: one for each string; strings that do not sound are ignored.
  mutating func add(_ readings: [StringReading]) {
    add(
      readings.map { reading in
        guard reading.state == .sounding, let cents = reading.deviation else { return nil }
        return StrokeDeviation(cents, sigma: reading.sigma ?? Cents(0))
      })
  }
}
