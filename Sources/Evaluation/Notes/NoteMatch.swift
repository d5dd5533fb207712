// SPDX-License-Identifier: MIT

public import Acoustics

/// The criteria by which an estimated note matches a reference note, as in
/// `mir_eval.transcription`.
public struct NoteMatch: Hashable, Sendable {
  /// The largest distance between onsets, in seconds.
  public var onsetTolerance = 0.05
  /// The largest distance between pitches in cents; `nil` ignores the pitch.
  public var pitchTolerance: Double? = 50
  /// The tolerance of the offset as a share of the reference note's length; `nil` ignores offsets.
  public var offsetRatio: Double?
  /// The least tolerance of the offset, in seconds.
  public var offsetMinimumTolerance = 0.05
  /// True when a distance equal to its tolerance does not match.
  public var isStrict = false

  /// mir_eval's onset measure, which compares onsets only.
  public static let onset = NoteMatch(pitchTolerance: nil)
  /// mir_eval's note measure without offsets.
  public static let onsetAndPitch = NoteMatch()

  /// Makes criteria; without arguments, onset within 50 ms and pitch within 50 cents.
  public init(
    onsetTolerance: Double = 0.05, pitchTolerance: Double? = 50, offsetRatio: Double? = nil,
    offsetMinimumTolerance: Double = 0.05, isStrict: Bool = false
  ) {
    self.onsetTolerance = onsetTolerance
    self.pitchTolerance = pitchTolerance
    self.offsetRatio = offsetRatio
    self.offsetMinimumTolerance = offsetMinimumTolerance
    self.isStrict = isStrict
  }

  /// Returns true if `estimate` may be paired with `reference`.
  public func accepts(_ estimate: NoteEvent, for reference: NoteEvent) -> Bool {
    guard isWithin(Self.rounded(reference.onset - estimate.onset), onsetTolerance) else {
      return false
    }
    if let pitchTolerance {
      let interval = estimate.pitch.interval(above: reference.pitch).magnitude.value
      guard isWithin(interval, pitchTolerance) else { return false }
    }
    guard let offsetRatio else { return true }
    let length = abs(reference.offset - reference.onset)
    return isWithin(
      Self.rounded(reference.offset - estimate.offset),
      max(offsetRatio * length, offsetMinimumTolerance))
  }

  private func isWithin(_ distance: Double, _ tolerance: Double) -> Bool {
    isStrict ? distance < tolerance : distance <= tolerance
  }

  /// Rounds a distance in seconds to four decimals, half to even, so that rounding errors do not
  /// move 50 ms across the tolerance.
  private static func rounded(_ difference: Double) -> Double {
    (abs(difference) * 1e4).rounded(.toNearestOrEven) / 1e4
  }
}

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
      throw .noteWithoutLength(place, onset: onset, offset: offset)
    }
    let positive = Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude
    try NumberField.check(pitch.value, column: "pitch", in: positive, at: place)
    self.onset = onset
    self.offset = offset
    self.pitch = pitch
  }
}
