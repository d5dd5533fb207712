// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Tuning

/// The record of one note: the columns of csv and the keys of ndjson, in their order.
struct NoteRecord {
  static let schema = "tuner.notes/1"

  var note: TrackedNote
  var sampleRate: SampleRate
  /// True for a harmonic of an open string.
  var isHarmonic = false
  /// The frequency in tune of the target; `nil` without one.
  var target: Hertz?

  /// The articulations of the note, in the order of their time; `nil` for none.
  private var articulation: String? {
    guard !note.isPolyphonic else { return nil }
    guard isHarmonic || note.legato != nil || note.glide != nil || note.vibrato != nil else {
      return nil
    }
    let names = [
      isHarmonic ? "harmonic" : nil, note.legato?.rawValue, note.glide?.kind.rawValue,
      note.vibrato.map { _ in "vibrato" },
    ].compactMap { $0 }
    return names.joined(separator: "+")
  }
}

extension NoteRecord: Record {
  static let keys = [
    "start_s", "end_s", "frequency_hz", "midi", "note", "cents", "target", "sigma_cents",
    "confidence", "inharmonicity", "onset_level_dbfs", "polyphonic", "articulation",
    "glide_cents", "vibrato_hz", "vibrato_cents", "measured_from_s", "measured_to_s", "target_hz",
  ]

  var fields: [Field] {
    // Several strings at once have no single pitch, so the record has none.
    let pitched = note.isPolyphonic ? nil : note
    return [
      Field(note.start.seconds(at: sampleRate)),
      Field(note.end.seconds(at: sampleRate)),
      Field(pitched?.frequency.value),
      Field(pitched?.note.midi),
      Field(pitched?.note.description),
      Field(pitched?.cents?.value),
      Field(pitched?.target?.description),
      Field(pitched?.sigma?.value),
      Field(note.confidence),
      Field(pitched?.inharmonicity),
      Field(note.onsetLevel?.value),
      Field(note.isPolyphonic),
      Field(articulation),
      Field(pitched?.glide?.interval.value),
      Field(pitched?.vibrato?.rate.value),
      Field(pitched?.vibrato?.depth.value),
      Field(pitched?.span?.lowerBound.seconds(at: sampleRate)),
      Field(pitched?.span?.upperBound.seconds(at: sampleRate)),
      Field(pitched == nil ? nil : target?.value),
    ]
  }
}
