// SPDX-License-Identifier: MIT

/// The outcome of one recording of a batch.
struct RecordingResult: Sendable {
  /// The kinds of outcome.
  enum Kind: Sendable {
    /// A pitch was found.
    case heard
    /// There was no pitch.
    case silent
    /// It could not be used.
    case unusable
    /// Its results were there already.
    case skipped
  }

  let kind: Kind
  /// The recording, as messages call it.
  var name = ""
  /// The length of the part that was analysed, in seconds.
  var seconds = 0.0
  /// The number of notes, chords included; `nil` where none were asked for.
  var noteCount: Int?
  /// The number of strokes; `nil` where none were asked for.
  var strokeCount: Int?
  /// The number of chords.
  var chordCount = 0
}
