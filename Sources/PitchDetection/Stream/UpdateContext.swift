// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The part of the stream that one update analyses: the segment that belongs to the sounding note.
struct UpdateContext {
  /// The time from the start of a stream for which a sound without an onset may have been struck
  /// just before the stream began, in seconds.
  static let streamStartSeconds = 0.2

  /// The time since the last update, in seconds; 0 if no sample was appended.
  let seconds: Double
  /// True if another note sounds than at the last update.
  let isNewNote: Bool
  /// The time since the onset or pitch change that began the note, in seconds; `nil` if neither was
  /// detected.
  let age: Double?
  /// The time since the note began, in seconds, or since the stream began if that was not detected.
  let sounding: Double
  /// The time since the onset, in samples of the original rate; `nil` if no onset was detected.
  let sampleAge: Int?
  /// The onset that began the note; `nil` if a change of its pitch did, or neither was detected.
  let onset: OnsetDetector.Onset?
  /// True if an onset or a pitch change was detected since the stream began.
  let hasOnset: Bool
  /// The newest samples that belong to the note at its present pitch, at most the longest window.
  let count: Int
  /// The mean square of the newest samples.
  let power: Double

  /// True if the start of the note was detected.
  var isNote: Bool { age != nil }

  /// True if the stream has just begun, without an onset: recordings often begin inside an attack.
  var isStreamStart: Bool { age == nil && sounding < Self.streamStartSeconds }
}
