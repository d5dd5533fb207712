// SPDX-License-Identifier: MIT

public import Acoustics

/// One recording of a corpus, with the pitch of its steady part measured independently.
///
/// The nominal note is not accurate to the cent, and file names are not evidence.
public struct CorpusRecording: Hashable, Sendable {
  /// The content of a recording.
  public enum Kind: String, Hashable, CaseIterable, Sendable {
    /// One note.
    case singleNote = "single-note"
    /// Several notes at once, so no single pitch can be scored.
    case chord
    /// Notes one after another.
    case phrase
    /// Sounds without a pitch.
    case noise
  }

  /// The audio file, relative to the manifest.
  public let path: String
  /// The origin of the recording.
  public let source: String
  /// The licence.
  public let licence: String
  /// The instrument and how it was recorded.
  public let instrument: String
  /// The content of the recording.
  public let kind: Kind
  /// The playing technique, and known errors of the file's name.
  public let technique: String?
  /// The nominal note as a MIDI number.
  public let nominalNote: Int?
  /// The frequency of the first partial; `nil` when it is too weak.
  public let firstPartial: Hertz?
  /// The level of the first partial relative to the strongest partial.
  public let firstPartialLevel: Decibels?
  /// f0·√(1 + B) of a stiff-string fit over all partials.
  public let fit: Hertz?
  /// The inverse of the repetition period.
  public let period: Hertz?
  /// The median of the fit, autocorrelation and YIN.
  public let consensus: Hertz?
  /// The spread of these three.
  public let spread: Cents?
  /// The inharmonicity coefficient B.
  public let inharmonicity: Double?
  /// The fall of the pitch from the pluck to the steady part.
  public let glide: Cents?
  /// The reliability of the measurements; `nil` when there are none.
  public let trust: ReferenceGrade?
  /// The pluck, in seconds.
  public let onset: Double?
  /// The steady part, in seconds.
  public let steady: ClosedRange<Double>?
  /// The file's sample rate.
  public let sampleRate: SampleRate
  /// The file's length in seconds.
  public let duration: Double
  /// Samples at full scale.
  public let clippedSamples: Int
  /// The f0 track of a phrase, relative to the manifest.
  public let annotation: String?
  /// Any other remark.
  public let note: String?

  /// True where the recording was made through a microphone, as far as the description of the
  /// instrument tells: it names neither an electric instrument nor a pickup.
  public var isThroughMicrophone: Bool {
    let words = instrument.lowercased()
    return !["electric", "pickup", "direct", "soundfont"].contains { words.contains($0) }
  }

  /// The level under which the first partial is too weak as a reference.
  public static let weakestPartial = Decibels(-35)

  /// Returns the reference pitch for readings of `meaning`.
  ///
  /// For partial readings this is the first partial when it is above −35 dB, else the fit. For
  /// period readings it is the period, which on a stiff string lies up to 14 cents above.
  ///
  /// - Returns: `nil` when it was not measured, or the recording is not a single note.
  public func reference(for meaning: PitchMeaning) -> Hertz? {
    guard kind == .singleNote else { return nil }
    switch meaning {
    case .period: return period
    case .partial:
      guard let firstPartial, let firstPartialLevel, firstPartialLevel > Self.weakestPartial
      else { return fit }
      return firstPartial
    }
  }
}
