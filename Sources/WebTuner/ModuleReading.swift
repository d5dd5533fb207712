// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

/// A result, with the additional values that the screen needs.
struct ModuleReading {
  let result: PitchResult
  /// The position in seconds.
  let time: Double
  /// The frequency in tune; `nil` without a target.
  let target: Hertz?
  /// The phase of the strobe in turns; `nil` without a target and in silence.
  let strobe: Double?

  init(_ result: PitchResult, time: Double, target: Hertz?, strobe: Double?) {
    self.result = result
    self.time = time
    self.target = target
    self.strobe = strobe
  }
}

/// A result of every string.
struct ModuleStrumReading {
  let result: StrumResult
  /// The position in seconds.
  let time: Double

  init(_ result: StrumResult, time: Double) {
    self.result = result
    self.time = time
  }

  /// The time of the screen.
  var clock: Duration { .microseconds(Int64(time * 1e6)) }
}

/// The numbers of a reading and of the screen, in the order of the result's memory.
///
/// A number that is not known is NaN. The first names are those of `headstock_result` in
/// `headstock.h`.
enum ModuleField: Int, CaseIterable {
  case position, onset, timeS, frequencyHz, confidence, sigmaCents, wanderCents, cents
  case levelDbfs, inharmonicity, fitHz, periodHz, guidanceCents, midi, targetMidi, string
  case guidanceString, harmonicString, state
  case targetHz, strobeTurns, letter, accidental, octave, displayCents, marker, color
  case confirmed, feedback, listening, far

  /// The name of the field.
  ///
  /// Embedded Swift cannot print an enum's case.
  var name: StaticString {
    switch self {
    case .position: "position"
    case .onset: "onset"
    case .timeS: "time_s"
    case .frequencyHz: "frequency_hz"
    case .confidence: "confidence"
    case .sigmaCents: "sigma_cents"
    case .wanderCents: "wander_cents"
    case .cents: "cents"
    case .levelDbfs: "level_dbfs"
    case .inharmonicity: "inharmonicity"
    case .fitHz: "fit_hz"
    case .periodHz: "period_hz"
    case .guidanceCents: "guidance_cents"
    case .midi: "midi"
    case .targetMidi: "target_midi"
    case .string: "string"
    case .guidanceString: "guidance_string"
    case .harmonicString: "harmonic_string"
    case .state: "state"
    case .targetHz: "target_hz"
    case .strobeTurns: "strobe_turns"
    case .letter: "letter"
    case .accidental: "accidental"
    case .octave: "octave"
    case .displayCents: "display_cents"
    case .marker: "marker"
    case .color: "color"
    case .confirmed: "confirmed"
    case .feedback: "feedback"
    case .listening: "listening"
    case .far: "far"
    }
  }
}
