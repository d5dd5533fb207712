// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// A played note, from its onset to its end, with its steady pitch.
public struct TrackedNote: Hashable, Sendable {
  /// The start: the detector's onset, or the position where the pitch changed.
  public var start: SamplePosition
  /// The position of the last result of the note.
  public var end: SamplePosition
  /// The pitch of the steady part, fitted to all of it at once.
  public var frequency: Hertz
  /// The nearest note.
  public var note: Note
  /// The string or note that the pitch was matched with.
  public var target: PitchTarget?
  /// The signed deviation of `frequency` from the target.
  public var cents: Cents?
  /// The standard deviation of the readings from `frequency` over the steady part of the note.
  public var sigma: Cents?
  /// The mean confidence of the steady part.
  public var confidence: Double
  /// The median inharmonicity coefficient of the readings that have one.
  public var inharmonicity: Double?
  /// The level of the stroke: the highest of the note's first readings.
  public var onsetLevel: Decibels?
  /// The vibrato; `nil` for none.
  public var vibrato: Vibrato?
  /// The bend or slide; `nil` for none.
  public var glide: NoteGlide?
  /// The start without a stroke; `nil` for a stroke, and where the start is unknown.
  public var legato: Legato?
  /// True where several strings sounded for most of the note.
  ///
  /// Its pitch is then no single string's.
  public var isPolyphonic = false
}
