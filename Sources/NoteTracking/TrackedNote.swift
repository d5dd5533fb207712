// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// A note that was played, from its onset to its end, with its steady pitch.
public struct TrackedNote: Hashable, Sendable {
  /// Where the note began: the beginning that the detector heard, or else the change of the pitch.
  public var start: SamplePosition
  /// The position of the last result of the note.
  public var end: SamplePosition
  /// The pitch of the steady part, as one look at the whole of it would give it.
  public var frequency: Hertz
  /// The nearest note.
  public var note: Note
  /// The string or note it was matched with.
  public var target: PitchTarget?
  /// The signed deviation of `frequency` from the target.
  public var cents: Cents?
  /// The standard error of `frequency`, from the readings' own spread.
  public var sigma: Cents?
  /// The mean confidence of the steady part.
  public var confidence: Double
  /// The median inharmonicity coefficient of the readings that carry one.
  public var inharmonicity: Double?
  /// The level at which the note was struck: the highest of its first readings.
  public var onsetLevel: Decibels?
  /// The vibrato, where there is one.
  public var vibrato: Vibrato?
  /// The bend or slide, where there is one.
  public var glide: NoteGlide?
}
