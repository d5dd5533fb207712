// SPDX-License-Identifier: MIT

public import Acoustics

/// One recording of a corpus, with the pitch of its steady part measured independently.
///
/// The nominal note is not truth at the cent level, and file names are not truth at all.
public struct CorpusRecording: Hashable, Sendable {
  /// What is on a recording.
  public enum Kind: String, Hashable, CaseIterable, Sendable {
    /// One note that rings.
    case singleNote = "single-note"
    /// Several notes at once: there is no one pitch to score.
    case chord
    /// Notes one after another.
    case phrase
    /// Sounds without a pitch.
    case noise
  }

  /// The audio file, relative to the manifest.
  public let path: String
  /// Where the recording comes from.
  public let source: String
  /// Under which terms.
  public let licence: String
  /// The instrument and how it was recorded.
  public let instrument: String
  /// What is on it.
  public let kind: Kind
  /// How it was played, and known traps of the file's name.
  public let technique: String?
  /// The note that was meant, as a MIDI number.
  public let nominalNote: Int?
  /// The first partial as it rings; `nil` where it is too weak.
  public let firstPartial: Hertz?
  /// The first partial's level under the strongest.
  public let firstPartialLevel: Decibels?
  /// f0·√(1 + B) of a stiff-string fit over all partials.
  public let fit: Hertz?
  /// One over the repetition lag.
  public let period: Hertz?
  /// The median of fit, autocorrelation and YIN.
  public let consensus: Hertz?
  /// How far these three disagree.
  public let spread: Cents?
  /// The inharmonicity coefficient B.
  public let inharmonicity: Double?
  /// How far the pitch falls from the pluck to the steady part.
  public let glide: Cents?
  /// How far the measurements are to be trusted; `nil` where there are none.
  public let trust: TrustGrade?
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
  /// Anything else worth knowing.
  public let note: String?

  /// Under this level the first partial is too weak to score against.
  public static let weakestPartial = Decibels(-35)

  /// Returns the pitch that readings of `meaning` are scored against.
  ///
  /// Partial readings: the first partial where it is above −35 dB, else the fit. Period readings: the
  /// period, which on a stiff string lies up to 14 cents above.
  ///
  /// - Returns: `nil` where it was not measured, or the recording is no single note.
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
