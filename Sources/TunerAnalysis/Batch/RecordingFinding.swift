// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import Tuning

/// The summary of a recording's notes: the loudest one, and the number in tune.
struct RecordingFinding: Sendable {
  /// The loudest note of one string, or a chord if there is nothing else; `nil` without a note.
  let loudest: TrackedNote?
  /// The number of notes that are not faint, chords included.
  let noteCount: Int
  /// The number of chords among them.
  let chordCount: Int
  /// The number of notes in tune.
  let inTuneCount: Int
  /// The pitches of the notes of one string.
  let frequencies: [Hertz]

  /// Counts the notes of a recording.
  ///
  /// - Parameters:
  ///   - notes: all notes of the recording; faint ones do not count.
  ///   - tolerance: the largest deviation that is in tune.
  init(_ notes: [TrackedNote], tolerance: TuningTolerance) {
    let heard = AudibleNotes.among(notes)
    let single = heard.filter { !$0.isPolyphonic }
    noteCount = heard.count
    frequencies = single.map(\.frequency)
    chordCount = heard.count - single.count
    inTuneCount = single.count { Self.isInTune($0, tolerance) }
    loudest = AudibleNotes.loudest(of: single.isEmpty ? heard : single)
  }

  /// Returns true for a note within the tolerance of its target.
  static func isInTune(_ note: TrackedNote, _ tolerance: TuningTolerance) -> Bool {
    !note.isPolyphonic && (note.cents.map(tolerance.contains) ?? false)
  }
}

/// A finding as the cells of a table.
struct FindingCells: Sendable, Hashable {
  /// The names of the columns.
  static let names = ["note", "cents", "in tune"]

  /// The name of the loudest note; a dash without one.
  let note: String
  /// Its deviation from the target with the standard deviation; a dash without a target.
  let cents: String
  /// The verdict on one note, or the number of notes in tune out of several.
  let verdict: String

  /// Makes the cells of a finding.
  ///
  /// - Parameters:
  ///   - finding: the summary of the notes.
  ///   - style: the notation of the note.
  init(_ finding: RecordingFinding, in style: NoteStyle) {
    guard let loudest = finding.loudest, !loudest.isPolyphonic else {
      note = finding.loudest == nil ? "–" : "chord"
      cents = "–"
      verdict = "–"
      return
    }
    note = style.text(of: SpelledNote(loudest.note, for: loudest.target))
    cents = loudest.cents.map { TextFigures.signed($0) + TextFigures.error(loudest.sigma) } ?? "–"
    let count = finding.noteCount - finding.chordCount
    if count > 1 {
      verdict = "\(finding.inTuneCount) of \(count)"
    } else if finding.inTuneCount == 1 {
      verdict = "yes"
    } else {
      verdict = loudest.cents == nil ? "no string near" : "no"
    }
  }

  /// The cells in the order of the columns.
  var all: [String] { [note, cents, verdict] }
}
