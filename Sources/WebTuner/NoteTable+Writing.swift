// SPDX-License-Identifier: MIT

internal import Acoustics
internal import NoteTracking
internal import OfflineAnalysis
internal import Tuning

extension NoteTable {
  /// Writes a note.
  ///
  /// Several strings at once have no single pitch, so such a note has none.
  ///
  /// - Parameters:
  ///   - note: the note.
  ///   - rate: the rate of the recording.
  ///   - isHarmonic: true for a harmonic of an open string.
  func write(_ note: TrackedNote, at rate: SampleRate, isHarmonic: Bool) {
    clear()
    set(.startS, note.start.seconds(at: rate))
    set(.endS, note.end.seconds(at: rate))
    set(.confidence, note.confidence)
    set(.onsetLevelDbfs, note.onsetLevel?.value)
    set(.polyphonic, note.isPolyphonic ? 1 : 0)
    guard !note.isPolyphonic else { return }
    let spelling = note.spelling
    set(.frequencyHz, note.frequency.value)
    set(.letter, Double(spelling.letter.rawValue))
    set(.accidental, Double(spelling.accidental.rawValue))
    set(.octave, Double(spelling.octave))
    set(.cents, note.cents?.value)
    set(.sigmaCents, note.sigma?.value)
    set(.inharmonicity, note.inharmonicity)
    set(.string, note.target?.string.map { Double($0.position) })
    set(.harmonic, isHarmonic ? 1 : 0)
    set(.legato, note.legato.map { $0 == .hammerOn ? 1 : 2 } ?? 0)
    set(.glide, note.glide.map { $0.kind == .bend ? 1 : 2 } ?? 0)
    set(.glideCents, note.glide?.interval.value)
    set(.vibratoHz, note.vibrato?.rate.value)
    set(.vibratoCents, note.vibrato?.depth.value)
  }

  /// Writes a stroke.
  ///
  /// - Parameters:
  ///   - stroke: the stroke.
  ///   - targets: its strings, from the highest number to string 1.
  ///   - tolerance: the in-tune window.
  ///   - rate: the rate of the recording.
  func write(
    _ stroke: Stroke, of targets: [StrumTarget], _ tolerance: TuningTolerance, at rate: SampleRate
  ) {
    clear()
    set(.startS, stroke.start.seconds(at: rate))
    set(.endS, stroke.end.seconds(at: rate))
    let count = min(targets.count, stroke.readings.count, ModuleMemory.stringCount)
    for row in 0..<count {
      let (string, reading) = (targets[row].string, stroke.readings[row])
      set(.string, ofRow: row, Double(string.position))
      set(.positions, ofRow: row, Double(targets[row].positionBits))
      set(.letter, ofRow: row, Double(string.spelling.letter.rawValue))
      set(.accidental, ofRow: row, Double(string.spelling.accidental.rawValue))
      set(.octave, ofRow: row, Double(string.spelling.octave))
      set(.targetHz, ofRow: row, targets[row].frequency.value)
      let verdict = StringVerdict(reading, tolerance)
      set(.state, ofRow: row, Double(StrumTable.number(of: verdict)))
      set(.inTune, ofRow: row, verdict.isInTune == true ? 1 : 0)
      guard reading.state == .sounding else { continue }
      set(.frequencyHz, ofRow: row, reading.frequency?.value)
      set(.cents, ofRow: row, reading.deviation?.value)
      set(.sigmaCents, ofRow: row, reading.sigma?.value)
      set(.confidence, ofRow: row, reading.confidence)
      set(.inharmonicity, ofRow: row, reading.inharmonicity)
    }
  }
}

extension TrackedNote {
  /// The note as its string spells it.
  fileprivate var spelling: SpelledNote {
    SpelledNote(note, for: target)
  }
}
