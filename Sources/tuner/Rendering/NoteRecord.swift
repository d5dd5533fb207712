// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Tuning

/// One note as machines read it: the columns of csv and the keys of ndjson, in their order.
struct NoteRecord {
  static let schema = "tuner.notes/1"

  var note: TrackedNote
  var sampleRate: SampleRate
}

extension NoteRecord: Record {
  static let keys = [
    "start_s", "end_s", "frequency_hz", "midi", "note", "cents", "target", "sigma_cents",
    "confidence", "inharmonicity", "onset_level_dbfs",
  ]

  var fields: [Field] {
    [
      Field(note.start.seconds(at: sampleRate)),
      Field(note.end.seconds(at: sampleRate)),
      Field(note.frequency.value),
      Field(note.note.midi),
      Field(note.note.description),
      Field(note.cents?.value),
      Field(note.target?.description),
      Field(note.sigma?.value),
      Field(note.confidence),
      Field(note.inharmonicity),
      Field(note.onsetLevel?.value),
    ]
  }
}
