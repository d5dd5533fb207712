// SPDX-License-Identifier: MIT

import Acoustics

/// Readings of a string whose target is 110 Hz.
enum HeardReading {
  static let target = Hertz(110)
  static let unclear = StringReading.unmeasured(.unclear)
  static let silent = StringReading.unmeasured(.silent)

  /// Returns the reading of a string that sounds.
  static func at(_ cents: Double, sigma: Double = 0.5, confidence: Double = 0.9) -> StringReading {
    StringReading(
      state: .sounding, frequency: target.raised(by: Cents(cents)), deviation: Cents(cents),
      sigma: Cents(sigma), confidence: confidence)
  }

  /// Returns the reading of a string that was measured, but may be another sound.
  static func doubtful(at cents: Double) -> StringReading {
    var reading = at(cents)
    reading.state = .unclear
    return reading
  }
}
