// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import Tuning

extension RecordingFinding {
  /// The notes of a recording up to now, as far as a finding depends on them.
  ///
  /// Only later notes decide whether a note is faint. A few numbers of each note are kept for that.
  struct Notes {
    /// The numbers of a note.
    private struct Kept {
      let level: Decibels?
      let frequency: Hertz
      let isPolyphonic: Bool
      let isInTune: Bool
    }

    /// The loudest note of one kind, and the first one whose level is unknown, which is never faint.
    private struct Loudest {
      var levelled: TrackedNote?
      var unlevelled: TrackedNote?

      mutating func add(_ note: TrackedNote) {
        if note.onsetLevel == nil {
          unlevelled = unlevelled ?? note
        } else {
          levelled = AudibleNotes.loudest(of: [levelled, note].compactMap(\.self))
        }
      }

      /// Returns the loudest note that is not faint.
      func audible(beside loudest: Decibels?) -> TrackedNote? {
        if let levelled, AudibleNotes.contain(levelled.onsetLevel, loudest: loudest) {
          return levelled
        }
        return unlevelled
      }
    }

    private let tolerance: TuningTolerance
    private var level: Decibels?
    private var kept: [Kept] = []
    private var (single, chord) = (Loudest(), Loudest())

    /// Begins without notes.
    ///
    /// - Parameter tolerance: the largest deviation that is in tune.
    init(tolerance: TuningTolerance) { self.tolerance = tolerance }

    /// Adds the next note.
    mutating func add(_ note: TrackedNote) {
      if let onset = note.onsetLevel { level = max(level ?? onset, onset) }
      guard AudibleNotes.contain(note.onsetLevel, loudest: level) else { return }
      if note.isPolyphonic { chord.add(note) } else { single.add(note) }
      kept.append(
        Kept(
          level: note.onsetLevel, frequency: note.frequency, isPolyphonic: note.isPolyphonic,
          isInTune: RecordingFinding.isInTune(note, tolerance)))
    }

    /// The finding about the notes up to now.
    var finding: RecordingFinding {
      let heard = kept.filter { AudibleNotes.contain($0.level, loudest: level) }
      let singles = heard.filter { !$0.isPolyphonic }
      return RecordingFinding(
        loudest: single.audible(beside: level) ?? chord.audible(beside: level),
        noteCount: heard.count, chordCount: heard.count - singles.count,
        inTuneCount: singles.count(where: \.isInTune), frequencies: singles.map(\.frequency))
    }
  }

  /// Counts the notes of a recording.
  ///
  /// - Parameters:
  ///   - notes: all notes of the recording; faint ones do not count.
  ///   - tolerance: the largest deviation that is in tune.
  init(_ notes: [TrackedNote], tolerance: TuningTolerance) {
    var kept = Notes(tolerance: tolerance)
    for note in notes { kept.add(note) }
    self = kept.finding
  }
}
