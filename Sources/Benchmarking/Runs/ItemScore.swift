// SPDX-License-Identifier: MIT

internal import Acoustics
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
  /// The readings while nothing sounds.
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

  /// Readings of a touched harmonic that keep the answer of their note, of those with confidence
  /// 0.3 or more from 50 ms after the pluck on.
  package internal(set) var held = Rate()
  /// Notes of touched harmonics whose answer is the harmonic.
  package internal(set) var harmonics = Rate()

  /// The notes that an analysis reports for recordings of one plain note each.
  package internal(set) var wholeNotes = ReportedNoteTally()

  /// The steps of 10 ms in which an annotated reference is decided, of all steps.
  package internal(set) var annotated = Rate()
  /// The median intervals of readings that are longer than a slot of the scores, in seconds, one
  /// for each item.
  package internal(set) var longIntervals = Measurements()

  /// Notes found, missed and added, when the notes of the sound are known.
  package internal(set) var transcription: TranscriptionTally?

  /// The answered frames that are off by more than 50 cents, of all answered frames.
  package var gross: Rate {
    var rate = pitch.gross
    rate.merge(coarse.gross)
    return rate
  }

  /// The answered frames that are whole octaves off, of all answered frames.
  package var octaves: Rate {
    var rate = pitch.octaves
    rate.merge(coarse.octaves)
    return rate
  }

  /// The answered frames, of all frames of the steady parts.
  package var answered: Rate {
    var rate = pitch.answered
    rate.merge(coarse.answered)
    return rate
  }

  /// The frames with an error below 50 cents, of all frames of the steady parts.
  package var within50: Rate {
    var rate = pitch.rawPitchAccuracy[0]
    rate.merge(coarse.rawPitchAccuracy[0])
    return rate
  }

  /// Keeps the interval of the readings if some slots of the scores have none.
  mutating func recordInterval(_ seconds: Double?, slots slotsPerSecond: Double) {
    // The tolerance covers times that a program prints with few digits.
    guard let seconds, seconds * slotsPerSecond > 1.02 else { return }
    longIntervals.append(seconds)
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
    held.merge(other.held)
    harmonics.merge(other.harmonics)
    wholeNotes.merge(other.wholeNotes)
    annotated.merge(other.annotated)
    longIntervals.merge(other.longIntervals)
    if let other = other.transcription {
      var own = transcription ?? TranscriptionTally()
      own.merge(other)
      transcription = own
    }
  }
}

/// A tally of readings at fixed times after the pluck against the Cramér–Rao bound.
///
/// Whatever its window is, a detector uses at most the samples since the pluck, so the bound is
/// computed for all of these. While the pitch still glides, the glide is part of the error.
package struct WindowTally: Hashable, Codable, Sendable {
  /// One window.
  package struct Window: Hashable, Codable, Sendable {
    /// The readings within 50 cents with confidence 0.3 or more, of all notes.
    package internal(set) var right = Rate()
    /// |error| of those readings in cents.
    package internal(set) var cents = Measurements()
    /// The bound for those readings in cents.
    package internal(set) var bound = Measurements()
    /// |error| over the bound.
    package internal(set) var overBound = Measurements()
  }

  /// The windows by their length in milliseconds.
  package private(set) var windows: [Int: Window] = [:]

  mutating func record(
    milliseconds: Int, cents: Double?, bound: CramerRaoBound
  ) {
    var window = windows[milliseconds] ?? Window()
    window.right.count(cents != nil)
    if let cents {
      window.cents.append(cents)
      window.bound.append(bound.standardError.value)
      window.overBound.append(cents / bound.standardError.value)
    }
    windows[milliseconds] = window
  }

  /// Adds the tally of another item or shard.
  package mutating func merge(_ other: WindowTally) {
    windows.merge(other.windows) { left, right in
      var sum = left
      sum.right.merge(right.right)
      sum.cents.merge(right.cents)
      sum.bound.merge(right.bound)
      sum.overBound.merge(right.overBound)
      return sum
    }
  }
}
