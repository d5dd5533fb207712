// SPDX-License-Identifier: MIT

package import Evaluation

/// All tallies of one item, or of several items after merging.
package struct ItemScore: Hashable, Codable, Sendable {
  /// The readings of steady parts whose reference is accurate to cents.
  package internal(set) var pitch = PitchTally()
  /// The same with one reading for each note.
  package internal(set) var notes = NoteTally()
  /// The readings of steady parts whose reference is accurate enough for gross errors only.
  package internal(set) var coarse = PitchTally()
  /// The readings of the first quarter of a second, against a pitch that glides with the string.
  package internal(set) var beginning = PitchTally()
  /// The readings where nothing sounds.
  package internal(set) var noise = NoiseTally()
  /// The times to the first correct answer and to settling.
  package internal(set) var settling = SettlingTally()
  /// The metrics of mir_eval, one value for each item.
  package internal(set) var melody = MelodyTally()
  /// |error| over the Cramér–Rao bound, of answered readings within 50 cents in white noise.
  package internal(set) var overBound = Measurements()
  /// The bound for the same readings, in cents.
  package internal(set) var bound = Measurements()

  /// Readings at fixed times after the pluck against the bound over all samples since, in white
  /// noise.
  package internal(set) var sincePluck = WindowTally()

  /// Notes found, missed and added, when the notes of the sound are known.
  package internal(set) var transcription: TranscriptionTally?

  /// Makes an empty score.
  package init() {}

  /// The answered frames that are off by more than 50 cents, of all answered frames.
  package var gross: Rate {
    var rate = pitch.gross
    rate.merge(coarse.gross)
    return rate
  }

  /// The frames that are read to less than 50 cents, of all frames of the steady parts.
  package var within50: Rate {
    var rate = pitch.rawPitchAccuracy[0]
    rate.merge(coarse.rawPitchAccuracy[0])
    return rate
  }

  /// Adds the transcription of a sound whose notes are known.
  mutating func record(_ notes: [PlayedNote], against played: [NoteEvent]) {
    var tally = transcription ?? TranscriptionTally()
    // A note of a single update has zero length, which is invalid; it gets a millisecond.
    let estimates = notes.compactMap { note in
      try? NoteEvent(
        onset: note.onset, offset: max(note.offset, note.onset + 1e-3), pitch: note.pitch)
    }
    tally.record(references: played, estimates: estimates)
    transcription = tally
  }

  /// Adds the score of another item or shard.
  package mutating func merge(_ other: ItemScore) {
    pitch.merge(other.pitch)
    notes.merge(other.notes)
    coarse.merge(other.coarse)
    beginning.merge(other.beginning)
    noise.merge(other.noise)
    settling.merge(other.settling)
    melody.merge(other.melody)
    overBound.merge(other.overBound)
    bound.merge(other.bound)
    sincePluck.merge(other.sincePluck)
    if let other = other.transcription {
      var own = transcription ?? TranscriptionTally()
      own.merge(other)
      transcription = own
    }
  }
}
