// SPDX-License-Identifier: MIT

package import Acoustics

/// One recording of a corpus, with the pitch of its steady part measured independently.
///
/// The nominal note is not accurate to the cent, and file names are not reliable.
package struct CorpusRecording: Hashable, Sendable {
  /// The content of a recording.
  package enum Kind: String, Hashable, CaseIterable, Sendable {
    /// One note.
    case singleNote = "single-note"
    /// Several notes at once, so no single pitch can be scored.
    case chord
    /// Notes one after another.
    case phrase
    /// Sounds without a pitch.
    case noise
  }

  /// The way from the string to the file.
  package enum Capture: String, Hashable, CaseIterable, Sendable {
    /// A microphone in a room, also before the loudspeaker of an amplifier.
    case microphone
    /// A pickup, by cable.
    case pickup
    /// A sample bank, which was edited for playing.
    case sample
  }

  /// The audio file, relative to the manifest.
  package let path: String
  /// The origin of the recording.
  package let source: String
  /// The licence.
  package let licence: String
  /// The instrument and how it was recorded.
  package let instrument: String
  /// The way from the string to the file; `nil` when the manifest has none.
  package let capture: Capture?
  /// The content of the recording.
  package let kind: Kind
  /// The playing technique, and known errors of the file's name.
  package let technique: String?
  /// The nominal note as a MIDI number.
  package let nominalNote: Int?
  /// The frequency of the first partial; `nil` when it is too weak.
  package let firstPartial: Hertz?
  /// The level of the first partial relative to the strongest partial.
  package let firstPartialLevel: Decibels?
  /// f0·√(1 + B) of a stiff-string fit over all partials.
  package let fit: Hertz?
  /// The inverse of the repetition period.
  package let period: Hertz?
  /// The median of the fit, autocorrelation and YIN.
  package let consensus: Hertz?
  /// The spread of these three.
  package let spread: Cents?
  /// The inharmonicity coefficient B.
  package let inharmonicity: Double?
  /// The fall of the pitch from the pluck to the steady part.
  package let glide: Cents?
  /// The reliability of the measurements; `nil` when there are none.
  package let trust: ReferenceGrade?
  /// The pluck, in seconds.
  package let onset: Double?
  /// The steady part, in seconds.
  package let steady: ClosedRange<Double>?
  /// The file's sample rate.
  package let sampleRate: SampleRate
  /// The file's length in seconds.
  package let duration: Double
  /// Samples at full scale.
  package let clippedSamples: Int
  /// The f0 track of a phrase, relative to the manifest.
  package let annotation: String?
  /// Any other remark.
  package let note: String?

  /// True if the manifest says that the recording was made through a microphone: as its capture, or
  /// without one in the description of the instrument.
  ///
  /// A recording of which the manifest says neither is not known to be one.
  package var isThroughMicrophone: Bool {
    if let capture { return capture == .microphone }
    let words = instrument.lowercased().split { !$0.isLetter }
    return words.contains { ["mic", "microphone", "microphones"].contains($0) }
  }

  /// The level under which the first partial is too weak as a reference.
  package static let weakestPartial = Decibels(-35)

  /// Returns the reference pitch for readings of `meaning`.
  ///
  /// For partial readings this is the first partial if it is above −35 dB, otherwise the fit. For
  /// period readings it is the inverse of the period, which on a stiff string lies up to 14 cents
  /// higher.
  ///
  /// - Returns: `nil` when it was not measured, or the recording is not a single note.
  package func reference(for meaning: PitchMeaning) -> Hertz? {
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

/// The agreement of independent measurements of a recording's pitch: the spread of the fit over all
/// partials, autocorrelation and YIN.
package enum ReferenceGrade: String, Hashable, Codable, CaseIterable, Sendable {
  /// Within 3 cents: usable for scores in cents.
  case a = "A"
  /// Within 8 cents: usable for scores in cents against one meaning of pitch.
  case b = "B"
  /// Further apart: usable for gross and octave errors only.
  case c = "C"
  /// No agreement: usable for robustness tests only.
  case d = "D"

  /// True when the reference is accurate enough for errors in cents.
  package var allowsCents: Bool { self == .a || self == .b }

  /// True when the reference is accurate enough for gross errors.
  package var allowsGross: Bool { self != .d }
}
