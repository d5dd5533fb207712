// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import Tuning

/// The state of each string of the tuning at its last struck note in a recording.
///
/// `tuner check` reports the same notes.
struct StringVerdicts {
  /// The verdict on one string.
  struct Verdict {
    /// The string.
    let string: GuitarString
    /// Its last note that was struck and not faint; `nil` when it was not played.
    let note: TrackedNote?
    /// The state by the note's deviation; `nil` without a note.
    let state: TuningState?

    /// The members of the verdict's object in the JSON document.
    var members: [(key: String, value: Field)] {
      [
        ("string", Field(string.position)), ("note", Field(string.spelling.description)),
        ("cents", Field(note?.cents?.value)), ("sigma_cents", Field(note?.sigma?.value)),
        ("state", Field(state?.rawValue)),
      ]
    }
  }

  private let target: TargetSettings
  private var loudest: Decibels?
  /// The notes of each string that are louder than all later ones, by its position.
  ///
  /// Only one of them can be the last struck note, whatever the loudest note will be.
  private var notes: [Int: [TrackedNote]] = [:]

  /// Starts without notes.
  init(_ target: TargetSettings) { self.target = target }

  /// Makes the verdicts of these notes.
  init(_ target: TargetSettings, _ notes: [TrackedNote]) {
    self.init(target)
    for note in notes { append(note) }
  }

  /// Adds the next note.
  mutating func append(_ note: TrackedNote) {
    if let level = note.onsetLevel { loudest = max(loudest ?? level, level) }
    guard !note.isPolyphonic, let string = note.target?.string, note.cents != nil, isAudible(note)
    else { return }
    var notes = notes[string.position] ?? []
    if let level = note.onsetLevel {
      while let last = notes.last?.onsetLevel, last <= level { notes.removeLast() }
    }
    notes.append(note)
    self.notes[string.position] = notes
  }

  /// The number of strings that were played.
  var playedCount: Int { all.count { $0.note != nil } }

  /// The strings from the lowest to the highest; none in chromatic mode.
  var all: [Verdict] {
    (target.classifier.selection.tuning?.strings ?? []).map { string in
      let notes = notes[string.position] ?? []
      let loudest = notes.compactMap(\.onsetLevel).max()
      let note = notes.last { isAudible($0) && StruckNotes.contain($0, loudest: loudest) }
      return Verdict(
        string: string, note: note,
        state: note.map { TuningState(cents: $0.cents, confidence: 1, tolerance: target.tolerance) }
      )
    }
  }

  private func isAudible(_ note: TrackedNote) -> Bool {
    guard let level = note.onsetLevel, let loudest else { return true }
    return level.value >= loudest.value + AudibleNotes.faint.value
  }
}

extension TuningState {
  /// The state of a note in words, with advice.
  var advice: String {
    switch self {
    case .inTune: "in tune"
    case .slightlyFlat: "slightly flat: tune up a little"
    case .veryFlat: "flat: tune up"
    case .slightlySharp: "slightly sharp: tune down a little"
    case .verySharp: "sharp: tune down"
    case .silent, .detecting, .active: "not compared"
    }
  }
}
