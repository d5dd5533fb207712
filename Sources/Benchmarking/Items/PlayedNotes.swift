// SPDX-License-Identifier: MIT

internal import Evaluation

/// The notes of a sound, with which the notes of a contestant are compared.
struct PlayedNotes {
  /// The notes in the order of onsets.
  let events: [NoteEvent]
  /// The f0 track that the notes are from; `nil` if every note of the sound is known.
  var track: ReferenceTrack?

  /// Returns the notes of a contestant that can be judged.
  ///
  /// A note whose onset lies where the track is undecided is left out, unless its onset matches one
  /// of the known notes: nobody knows which notes were played there.
  func judged(_ notes: [PlayedNote]) -> [PlayedNote] {
    guard let track else { return notes }
    let tolerance = NoteMatch.onset.onsetTolerance
    return notes.filter { note in
      track.state(at: note.onset) != .undecided
        || events.contains { abs($0.onset - note.onset) <= tolerance }
    }
  }
}
