// SPDX-License-Identifier: MIT

package import Acoustics
internal import NoteTracking
internal import Tuning

/// The totals of an analysed recording.
package struct RecordingSummary: Hashable, Sendable {
  /// The length of the recording, in samples.
  package internal(set) var duration = SamplePosition.start
  /// The number of results whose confidence is high enough for a reading.
  package internal(set) var clearResults = 0
  /// True if a clear pitch was detected, even if the sound was too short to be recognised as a
  /// string; in an analysis of strokes, true if a reported update has a sounding string.
  package internal(set) var hasPitch = false
  /// The level of the loudest update; `nil` for digital silence, and in the analysis of strokes.
  package internal(set) var loudest: Decibels?
  /// The number of notes, including chords, which may have no clear reading.
  package internal(set) var noteCount = 0
  /// The number of notes that were several strings at once.
  package internal(set) var chordCount = 0
  /// The number of strokes over several strings.
  package internal(set) var strokeCount = 0
  /// The number of strokes with a string that sounds.
  package internal(set) var readStrokeCount = 0
  /// The reason why there is no stroke, known at the end of an analysis of strokes.
  package var missingStroke = MissingStroke.unknown
  /// The number of samples that were not numbers, and counted as silence.
  package internal(set) var rejectedSamples = 0
  /// The processor time of the pipeline, in seconds; 0 if it was not measured.
  package var pipelineSeconds = 0.0
  /// The processor time of the notes and of the spectra of their steady parts, in seconds; 0 if it
  /// was not measured.
  package internal(set) var noteSeconds = 0.0

  /// Makes empty totals.
  package init() {}

  mutating func count(_ result: PitchResult) {
    if result.confidence >= TuningState.clearConfidence { clearResults += 1 }
    if let level = result.level { loudest = max(loudest ?? level, level) }
    let confidence = result.estimate?.pitchConfidence ?? result.confidence
    if confidence >= TuningState.clearConfidence { hasPitch = true }
  }

  mutating func count(_ note: TrackedNote) {
    noteCount += 1
    if note.isPolyphonic { chordCount += 1 }
  }
}
