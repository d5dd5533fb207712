// SPDX-License-Identifier: MIT

/// The numbers at the head of the table of strokes, in their order.
///
/// A number that is not known is NaN.
enum StrumHeadField: Int, CaseIterable, TableField {
  case position, timeS, onset, levelDbfs, strokes, settledStroke, allInTune, confirmed, feedback
  case strings

  /// The name of the field.
  ///
  /// Embedded Swift cannot print an enum's case.
  var name: StaticString {
    switch self {
    case .position: "position"
    case .timeS: "time_s"
    case .onset: "onset"
    case .levelDbfs: "level_dbfs"
    case .strokes: "strokes"
    case .settledStroke: "settled_stroke"
    case .allInTune: "all_in_tune"
    case .confirmed: "confirmed"
    case .feedback: "feedback"
    case .strings: "strings"
    }
  }
}

/// The numbers of one string in the table of strokes, in their order.
///
/// Those from `frequencyHz` to `inharmonicity` are of the string's last reading, which stays on the
/// screen. Those from `settledState` on are of the settled stroke, NaN before it settles: its
/// sentence is made of them. Those from `updateState` on are of the newest update alone, as in
/// `tuner analyze --strum --frames`.
enum StrumRowField: Int, CaseIterable, TableField {
  case string, positions, letter, accidental, octave, targetHz
  case state, frequencyHz, cents, sigmaCents, confidence, inharmonicity
  case marker, color, direction, inTune, stroke, ageS, brightness, word, confirmed
  case settledState, settledCents, settledSigmaCents, settledInTune
  case updateState, updateHz, updateCents, updateSigmaCents, updateConfidence

  /// The name of the field.
  var name: StaticString {
    switch self {
    case .string: "string"
    case .positions: "positions"
    case .letter: "letter"
    case .accidental: "accidental"
    case .octave: "octave"
    case .targetHz: "target_hz"
    case .state: "state"
    case .frequencyHz: "frequency_hz"
    case .cents: "cents"
    case .sigmaCents: "sigma_cents"
    case .confidence: "confidence"
    case .inharmonicity: "inharmonicity"
    case .marker: "marker"
    case .color: "color"
    case .direction: "direction"
    case .inTune: "in_tune"
    case .stroke: "stroke"
    case .ageS: "age_s"
    case .brightness: "brightness"
    case .word: "word"
    case .confirmed: "confirmed"
    case .settledState: "settled_state"
    case .settledCents: "settled_cents"
    case .settledSigmaCents: "settled_sigma_cents"
    case .settledInTune: "settled_in_tune"
    case .updateState: "update_state"
    case .updateHz: "update_hz"
    case .updateCents: "update_cents"
    case .updateSigmaCents: "update_sigma_cents"
    case .updateConfidence: "update_confidence"
    }
  }
}
