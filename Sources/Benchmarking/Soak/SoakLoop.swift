// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TestSignals
internal import Tuning

/// Twelve seconds of a guitar in standard tuning, played in a loop, and their reference.
struct SoakLoop: Sendable {
  private static let secondsPerString = 2

  let rate: SampleRate
  let samples: [Float]
  private let pitches: [Hertz]

  /// Renders the loop.
  init(at rate: SampleRate) {
    self.rate = rate
    pitches = InstrumentTuning.standard.strings.map {
      ReferencePitch.concert.frequency(of: $0.spelling.note)
    }
    let plucks = pitches.enumerated().map { index, pitch in
      let onset = Double(index * Self.secondsPerString) + 0.05
      return Pluck(
        string: StringModel(
          fundamental: pitch, spectrum: PartialSpectrum(pluckPoint: 0.2, pickup: 0.15), decayTime: 3
        ),
        onset: onset, stop: onset + 1.9)
    }
    samples = TestSignal(plucks: plucks, duration: Double(pitches.count * Self.secondsPerString))
      .render(at: rate)
  }

  /// Returns the pitch that has sounded alone for three quarters of a second at `position`, counted
  /// from the loop's first start; `nil` in attacks and between strings.
  func pitch(at position: SamplePosition) -> Hertz? {
    let place = Int(position.samples) % samples.count
    let length = Self.secondsPerString * rate.hertz
    let inside = Double(place % length) / Double(rate.hertz)
    return (0.8...1.8).contains(inside) ? pitches[place / length] : nil
  }
}
