// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The part of the stream that one update analyses: the segment that belongs to the sounding note.
struct UpdateContext {
  /// The time from the start of a stream for which a sound without an onset may have been struck
  /// just before it, in seconds.
  static let openingSeconds = 0.2

  /// The time since the last update, in seconds; 0 where no sample was appended.
  let seconds: Double
  /// True where another note sounds than at the last update.
  let isNewNote: Bool
  /// The time since the onset or pitch change that began the note, in seconds; `nil` where neither
  /// was detected.
  let age: Double?
  /// The time since the note began, in seconds, or since the stream began where that was not
  /// detected.
  let sounding: Double
  /// The time since the onset, in samples of the original rate; `nil` where no onset was detected.
  let sampleAge: Int?
  /// The onset that began the note; `nil` where a change of its pitch did, or neither was detected.
  let onset: OnsetDetector.Onset?
  /// True where an onset or a pitch change was detected since the stream began.
  let hasOnset: Bool
  /// The newest samples that belong to the note at its present pitch, at most the longest window.
  let count: Int
  /// The mean square of the newest samples.
  let power: Double

  /// True where the start of the note was detected.
  var isNote: Bool { age != nil }

  /// True where the stream has just begun inside a note, as recordings begin inside an attack.
  var isOpening: Bool { age == nil && sounding < Self.openingSeconds }
}
