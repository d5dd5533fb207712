// SPDX-License-Identifier: MIT

/// The numbers of a note of a recording, in their order.
///
/// A stroke has only a start and an end, and one row per string.
enum NoteField: Int, CaseIterable, TableField {
  case startS, endS, frequencyHz, letter, accidental, octave, cents, sigmaCents, confidence
  case inharmonicity, onsetLevelDbfs, string, polyphonic, harmonic, legato, glide, glideCents
  case vibratoHz, vibratoCents

  /// The name of the field.
  ///
  /// Embedded Swift cannot print an enum's case.
  var name: StaticString {
    switch self {
    case .startS: "start_s"
    case .endS: "end_s"
    case .frequencyHz: "frequency_hz"
    case .letter: "letter"
    case .accidental: "accidental"
    case .octave: "octave"
    case .cents: "cents"
    case .sigmaCents: "sigma_cents"
    case .confidence: "confidence"
    case .inharmonicity: "inharmonicity"
    case .onsetLevelDbfs: "onset_level_dbfs"
    case .string: "string"
    case .polyphonic: "polyphonic"
    case .harmonic: "harmonic"
    case .legato: "legato"
    case .glide: "glide"
    case .glideCents: "glide_cents"
    case .vibratoHz: "vibrato_hz"
    case .vibratoCents: "vibrato_cents"
    }
  }
}

/// The numbers of a string in a stroke of a recording, in their order.
enum StrokeField: Int, CaseIterable, TableField {
  case string, positions, letter, accidental, octave, targetHz, state, frequencyHz, cents
  case sigmaCents, confidence, inharmonicity, inTune

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
    case .inTune: "in_tune"
    }
  }
}
