// SPDX-License-Identifier: MIT

internal import OfflineAnalysis
internal import TunerState

// Recordings: what a page needs for the plots and lists of `tuner analyze`.

/// Begins a recording of `rate` samples per second: a stream whose notes, or strokes if the target
/// is `all`, are found as well.
///
/// - Returns: as `headstock_web_prepare`.
@_cdecl("headstock_web_recording_prepare")
func headstockWebRecordingPrepare(_ rate: Int32) -> Int32 {
  status { () throws(ModuleFailure) in
    try module.prepare(hertz: Int(rate), isRecording: true)
  }
}

/// Ends the recording; `headstock_web_note` then returns its last note or stroke.
@_cdecl("headstock_web_recording_finish")
func headstockWebRecordingFinish() { module.finish() }

/// Returns the address of the table of a note or stroke: its head, and 12 rows.
@_cdecl("headstock_web_note_table")
func headstockWebNoteTable() -> UnsafeMutablePointer<Double> { memory.notes.start }

/// Writes the names of the head's numbers, a semicolon, and the names of a row's, separated by
/// commas, and returns the length.
@_cdecl("headstock_web_note_fields")
func headstockWebNoteFields() -> Int32 {
  memory.write(fieldNames(NoteField.allCases.map { $0.name }, StrokeField.allCases.map { $0.name }))
}

/// Writes the next note or stroke that has ended into its table.
///
/// - Returns: 0 for none, 1 for a note, 2 for a stroke.
@_cdecl("headstock_web_note")
func headstockWebNote() -> Int32 {
  guard let recording = module.recording, let event = recording.next() else { return 0 }
  switch event {
  case .note(let note):
    memory.notes.write(
      note, at: recording.rate, isHarmonic: note.harmonic(by: recording.classifier) != nil)
    return 1
  case .stroke(let stroke):
    memory.notes.write(
      stroke, of: module.strumTargets, module.view.settings.values.tolerance, at: recording.rate)
    return 2
  }
}

/// Returns the address of the levels of a spectrum: 260 floats.
@_cdecl("headstock_web_levels")
func headstockWebLevels() -> UnsafeMutablePointer<Float> { memory.levels }

/// Writes the spectrum of the newest 0.17 s: binary logarithms of power in 260 rows of equal
/// ratios, from 27.5 to 7040 Hz.
///
/// - Returns: the number of rows; 0 outside a recording.
@_cdecl("headstock_web_spectrum")
func headstockWebSpectrum() -> Int32 {
  guard let recording = module.recording else { return 0 }
  recording.writeLevels(to: memory.levels)
  return Int32(ModuleSpectrum.rowCount)
}
