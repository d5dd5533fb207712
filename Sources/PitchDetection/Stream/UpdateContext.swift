// SPDX-License-Identifier: MIT

/// The part of the stream that one update analyses: the segment that belongs to the sounding note.
struct UpdateContext {
  /// The time since the last update, in seconds; 0 where no sample was appended.
  let seconds: Double
  /// True where another note sounds than at the last update.
  let isNewNote: Bool
  /// The time since the onset of the note, in seconds; `nil` where no onset was detected.
  let age: Double?
  /// The time since the onset of the note, in seconds, or since the stream began where no onset was
  /// detected.
  let sounding: Double
  /// The time since the onset, in samples of the original rate; `nil` where no onset was detected.
  let sampleAge: Int?
  /// True where energy rose since the stream began.
  let hasOnset: Bool
  /// The newest samples that belong to the note at its present pitch, at most the longest window.
  let count: Int
  /// The mean square of the newest samples.
  let power: Double

  /// True where the onset of the note was detected.
  var isNote: Bool { age != nil }
}
