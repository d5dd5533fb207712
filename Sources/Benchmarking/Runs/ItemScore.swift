// SPDX-License-Identifier: MIT

public import Evaluation

/// Every tally of one item, or of many once they are merged.
public struct ItemScore: Hashable, Codable, Sendable {
  /// The steady part, where errors in cents count.
  public internal(set) var pitch = PitchTally()
  /// The same, one reading a note.
  public internal(set) var notes = NoteTally()
  /// The steady part, where only gross errors count: the reference is not known to the cent.
  public internal(set) var coarse = PitchTally()
  /// What is heard where nothing rings.
  public internal(set) var noise = NoiseTally()
  /// The times to the first correct answer and to settled.
  public internal(set) var settling = SettlingTally()
  /// mir_eval's metrics, one value an item.
  public internal(set) var melody = MelodyTally()
  /// |error| over the Cramér–Rao bound, answered readings within 50 cents in white noise.
  public internal(set) var overBound = Measurements()
  /// The bound itself for the same readings, in cents.
  public internal(set) var bound = Measurements()

  /// Readings so long after the pluck against the bound over all samples since, in white noise.
  public internal(set) var sincePluck = WindowTally()

  /// Notes found, missed and made up, where the notes of the sound are known.
  public internal(set) var transcription: TranscriptionTally?

  /// Makes an empty score, to merge others into.
  public init() {}

  /// Frames off by more than 50 cents of answered frames, in whatever part they count.
  public var gross: Rate {
    var rate = pitch.gross
    rate.merge(coarse.gross)
    return rate
  }

  /// Frames read to less than 50 cents, of all frames of the steady parts.
  public var within50: Rate {
    var rate = pitch.rawPitchAccuracy[0]
    rate.merge(coarse.rawPitchAccuracy[0])
    return rate
  }

  /// Adds the notes that were heard in a sound whose notes are known.
  mutating func record(_ notes: [PlayedNote], against played: [NoteEvent]) {
    var tally = transcription ?? TranscriptionTally()
    // A note of one update has no length, and none at all is no note: a millisecond stands for it.
    let estimates = notes.compactMap { note in
      try? NoteEvent(
        onset: note.onset, offset: max(note.offset, note.onset + 1e-3), pitch: note.pitch)
    }
    tally.record(references: played, estimates: estimates)
    transcription = tally
  }

  /// Adds what another item or shard counted.
  public mutating func merge(_ other: ItemScore) {
    pitch.merge(other.pitch)
    notes.merge(other.notes)
    coarse.merge(other.coarse)
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
