// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals

/// The six open strings of a guitar, in tune.
enum OpenStrings {
  static let targets = [82.407, 110, 146.832, 195.998, 246.942, 329.628].map { Hertz($0) }

  /// Returns the samples of a stroke at 48 kHz, half a second after `TestSignal.quiet`.
  ///
  /// `seconds` is the length of the samples after `TestSignal.quiet`.
  static func stroke(lasting seconds: Double) -> [Float] {
    let plucks = targets.enumerated().map { index, target in
      Pluck(
        string: StringModel(
          fundamental: target, inharmonicity: 5e-5,
          spectrum: PartialSpectrum(pluckPoint: 0.2, pickup: 0.5, tiltPerOctave: Decibels(-4)),
          decayTime: 1.5, phaseSeed: UInt64(index + 1)),
        onset: TestSignal.quiet + 0.5 + 0.03 * Double(index))
    }
    return TestSignal(plucks: plucks, duration: TestSignal.quiet + seconds)
      .render(at: SampleRate(48_000))
  }
}
