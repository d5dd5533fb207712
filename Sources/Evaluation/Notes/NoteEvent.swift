// SPDX-License-Identifier: MIT

public import Acoustics

/// A note of an annotation or a transcription: onset, offset and pitch.
public struct NoteEvent: Hashable, Encodable, Sendable {
  /// The onset in seconds since the start of the file.
  public let onset: Double
  /// The offset in seconds, after `onset`.
  public let offset: Double
  /// The pitch, above 0.
  public let pitch: Hertz

  /// Makes a note.
  ///
  /// - Throws: `AnnotationError` when a number is not finite, a time is negative, the note ends
  ///   before it begins, or the pitch is not above 0.
  public init(onset: Double, offset: Double, pitch: Hertz) throws(AnnotationError) {
    try self.init(onset: onset, offset: offset, pitch: pitch, at: .point(1))
  }

  /// Makes a note; errors name `place`.
  init(
    onset: Double, offset: Double, pitch: Hertz, at place: AnnotationPlace
  ) throws(AnnotationError) {
    try NumberField.check(onset, column: "onset", in: LabelRange.seconds, at: place)
    try NumberField.check(offset, column: "offset", in: LabelRange.seconds, at: place)
    guard offset > onset else {
      throw .timeGoesBackwards(place, seconds: offset, previous: onset)
    }
    let positive = Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude
    try NumberField.check(pitch.value, column: "pitch", in: positive, at: place)
    self.onset = onset
    self.offset = offset
    self.pitch = pitch
  }
}
