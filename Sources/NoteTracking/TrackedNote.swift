// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// A played note, from its onset to its end, with its steady pitch.
public struct TrackedNote: Hashable, Sendable {
  /// The start: the detector's onset, or the position where the pitch changed.
  public internal(set) var start: SamplePosition
  /// The position of the last result of the note.
  public internal(set) var end: SamplePosition
  /// The pitch of the steady part, fitted to all of it at once.
  public internal(set) var frequency: Hertz
  /// The positions between which `frequency` was measured as one long spectrum; `nil` if it was
  /// fitted to readings.
  public internal(set) var span: Range<SamplePosition>?
  /// The nearest note.
  public internal(set) var note: Note
  /// The string or note that the pitch was matched with.
  public internal(set) var target: PitchTarget?
  /// The signed deviation of `frequency` from the target.
  public internal(set) var cents: Cents?
  /// The standard deviation of the readings from `frequency` over the steady part of the note.
  public internal(set) var sigma: Cents?
  /// The mean confidence of the steady part.
  public internal(set) var confidence: Double
  /// The median inharmonicity coefficient of the readings that have one.
  public internal(set) var inharmonicity: Double?
  /// The level of the stroke: the highest of the note's first readings.
  public internal(set) var onsetLevel: Decibels?
  /// The vibrato; `nil` for none.
  public internal(set) var vibrato: Vibrato?
  /// The bend or slide; `nil` for none.
  public internal(set) var glide: NoteGlide?
  /// The kind of a start without a stroke; `nil` for a stroke, and if the start is unknown.
  public internal(set) var legato: Legato?
  /// True if several strings sounded for most of the note.
  ///
  /// Its pitch then belongs to no single string.
  public internal(set) var isPolyphonic = false
}

/// A periodic movement of a note's pitch.
public struct Vibrato: Hashable, Sendable {
  /// The rate, in swings a second.
  public internal(set) var rate: Hertz
  /// The largest deviation of the pitch from its centre, to either side.
  public internal(set) var depth: Cents
}

/// A movement of a note's pitch while the note sounds.
public struct NoteGlide: Hashable, Sendable {
  /// The cause of the movement.
  public enum Kind: String, Hashable, Sendable {
    /// The string is pulled across the fret, and perhaps released.
    case bend
    /// The finger moves along the string.
    case slide
  }

  /// The cause.
  ///
  /// A bend only raises the pitch, by about two tones at most.
  public internal(set) var kind: Kind
  /// The interval from the first pitch to the one furthest from it.
  public internal(set) var interval: Cents
}

/// The way in which a note began without a stroke: the sounding length of the ringing string
/// changes.
public enum Legato: String, Hashable, Sendable {
  /// A finger came down on the string: the pitch jumps up.
  case hammerOn = "hammer-on"
  /// A finger left the string: the pitch jumps down.
  case pullOff = "pull-off"

  /// The intervals that a hand reaches on one string, in cents.
  ///
  /// A wider interval is another string.
  static let reach = 60.0...820.0
}

extension TrackedNote {
  /// Concludes a note that has ended.
  init(_ sounding: SoundingNote, classifier: PitchClassifier) {
    let steady = sounding.readings.steady
    let pitch = SteadyPitch(of: steady)
    let match = classifier.match(pitch.frequency)
    let vibrato = sounding.contour.vibrato
    let inharmonicities = steady.compactMap { $0.estimate.inharmonicity }
    self.init(
      start: sounding.start, end: sounding.lastClear, frequency: pitch.frequency,
      note: classifier.nearestNote(to: pitch.frequency), target: match?.target, cents: match?.cents,
      sigma: pitch.sigma,
      confidence: steady.reduce(0) { $0 + $1.estimate.confidence } / Double(steady.count),
      inharmonicity: inharmonicities.isEmpty ? nil : median(inharmonicities),
      onsetLevel: sounding.onsetLevel, vibrato: vibrato,
      glide: sounding.contour.glide(beside: vibrato), legato: sounding.legato,
      isPolyphonic: sounding.isPolyphonic)
  }
}

extension TrackedNote {
  /// Replaces the pitch by one that was measured over the whole steady part.
  ///
  /// - Parameters:
  ///   - pitch: the measured pitch.
  ///   - span: the positions between which it was measured.
  ///   - classifier: compares the pitch with its target.
  package mutating func setPitch(
    _ pitch: Hertz, over span: Range<SamplePosition>, classifier: PitchClassifier
  ) {
    // The mean square of the readings' distances from another pitch.
    if let deviation = sigma?.value {
      let shift = pitch.interval(above: frequency).value
      sigma = Cents((deviation * deviation + shift * shift).squareRoot())
    }
    let match = classifier.match(pitch)
    frequency = pitch
    note = classifier.nearestNote(to: pitch)
    (target, cents) = (match?.target, match?.cents)
    self.span = span
  }

  /// Raises the standard deviation to the distance from the pitch to the further of two lines.
  ///
  /// Two lines of about the same level beat, so the pitch may be that of either.
  package mutating func holdDeviation(between first: Hertz, and second: Hertz) {
    let distance = max(
      first.interval(above: frequency).magnitude, second.interval(above: frequency).magnitude)
    sigma = max(sigma ?? distance, distance)
  }
}
