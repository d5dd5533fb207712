// SPDX-License-Identifier: MIT

import OfflineAnalysis

/// The records of an analysis.
package enum OutputContent: String, Sendable {
  /// One for each update, or for each note.
  case frames, notes
  /// One for each string in each update, or in each stroke.
  case strumFrames = "strum-frames"
  case strokes

  /// The type of the records.
  var record: any Record.Type {
    switch self {
    case .frames: FrameRecord.self
    case .notes: NoteRecord.self
    case .strumFrames: StrumFrameRecord.self
    case .strokes: StrokeRecord.self
    }
  }

  /// True if the records are those of the strings of strokes.
  package var measuresStrokes: Bool { self == .strumFrames || self == .strokes }

  /// True if the records of a table of many recordings have a verdict that the records lack.
  var hasVerdict: Bool { self == .notes }

  /// Returns true if a pitch was found, which decides the exit status.
  ///
  /// Records of chords have no pitch, nor do those of strokes in which no string sounds. A pitch
  /// that was too short for a note counts, because `--frames` shows it.
  ///
  /// - Parameter summary: the totals of a recording.
  /// - Returns: false for the status that says that there was none.
  func hasPitch(_ summary: RecordingSummary) -> Bool {
    switch self {
    case .frames, .strumFrames: summary.hasPitch
    case .notes:
      summary.noteCount > summary.chordCount || summary.noteCount == 0 && summary.hasPitch
    case .strokes: summary.readStrokeCount > 0
    }
  }
}
