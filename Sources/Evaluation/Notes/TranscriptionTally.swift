// SPDX-License-Identifier: MIT

/// The transcription scores of a run: matched, missed and extra notes, and onset errors.
public struct TranscriptionTally: Hashable, Codable, Sendable {
  /// mir_eval's note measure without offsets: onset within 50 ms, pitch within 50 cents.
  public private(set) var notes = NoteScore()
  /// mir_eval's onset measure.
  public private(set) var onsets = NoteScore()
  /// The signed times from each reference note to the nearest estimate of its pitch within 50 ms.
  public private(set) var errors = Measurements()

  /// Makes an empty tally.
  public init() {}

  /// Adds the notes of one sound.
  ///
  /// - Parameters:
  ///   - references: the notes that were played.
  ///   - estimates: the notes of the transcription.
  public mutating func record(references: [NoteEvent], estimates: [NoteEvent]) {
    notes.merge(NoteScore(references: references, estimates: estimates, by: .onsetAndPitch))
    onsets.merge(NoteScore(references: references, estimates: estimates, by: .onset))
    let match = NoteMatch.onsetAndPitch
    for reference in references {
      let distances = estimates.filter { match.accepts($0, for: reference) }
        .map { $0.onset - reference.onset }
      if let nearest = distances.min(by: { abs($0) < abs($1) }) { errors.append(nearest) }
    }
  }

  /// Adds the tally of another item or shard.
  public mutating func merge(_ other: TranscriptionTally) {
    notes.merge(other.notes)
    onsets.merge(other.onsets)
    errors.merge(other.errors)
  }
}
