// SPDX-License-Identifier: MIT

/// What came of one recording of a batch.
struct RecordingResult: Sendable {
  /// How it went.
  enum Kind: Sendable {
    /// A pitch was found.
    case heard
    /// There was no pitch.
    case silent
    /// It could not be used.
    case unusable
    /// What would be written was there already.
    case skipped
  }

  let kind: Kind
  /// The length of what was heard, in seconds.
  var seconds = 0.0
}
