// SPDX-License-Identifier: MIT

import Acoustics
import TunerState
import Tuning

/// Results of a detector, with defaults for the values that a test ignores.
enum Reading {
  static let standard = InstrumentTuning.standard

  /// A clear reading of a string of `tuning`.
  static func string(
    _ position: Int, cents: Double, onset: Int64? = 0, at samples: Int64 = 0,
    confidence: Double = 0.9, of tuning: InstrumentTuning = .standard
  ) -> PitchResult {
    let string = tuning.string(at: position)
    let note = string?.note ?? Note(midi: 69)
    return PitchResult(
      timestamp: SamplePosition(samples),
      estimate: PitchEstimate(
        frequency: ReferencePitch.concert.frequency(of: note).raised(by: Cents(cents)),
        confidence: confidence),
      confidence: confidence, note: note, target: string.map { .string($0) }, cents: Cents(cents),
      onset: onset.map { SamplePosition($0) })
  }

  static func silence(at samples: Int64 = 0) -> PitchResult {
    PitchResult(timestamp: SamplePosition(samples), confidence: 0.1)
  }

  /// A clear reading without a target.
  static func foreign(onset: Int64? = 0, at samples: Int64 = 0) -> PitchResult {
    PitchResult(
      timestamp: SamplePosition(samples),
      estimate: PitchEstimate(frequency: Hertz(300), confidence: 0.9), confidence: 0.9,
      onset: onset.map { SamplePosition($0) })
  }
}

extension TunerView {
  /// A tuner that listens.
  static func listening(_ settings: TunerSettings = TunerSettings()) -> TunerView {
    var tuner = TunerView(settings: settings)
    _ = tuner.reduce(.startListening)
    _ = tuner.reduce(.startSucceeded)
    return tuner
  }

  mutating func hear(_ result: PitchResult, ms: Int) -> [TunerEffect] {
    reduce(.pitchResult(result, at: .milliseconds(ms)))
  }
}

extension [TunerEffect] {
  /// The number of signals to the player.
  var feedbackCount: Int {
    count { if case .feedback = $0 { true } else { false } }
  }
}

extension TunerSettings {
  static func with(_ changes: StoredSettings) -> TunerSettings {
    TunerSettings.reading(changes).settings
  }
}
