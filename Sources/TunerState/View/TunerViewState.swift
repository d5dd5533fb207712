// SPDX-License-Identifier: MIT

internal import Acoustics
public import Tuning

/// The content of a tuner's screen.
///
/// Everything else on the screen follows from these five values and is computed on demand.
public struct TunerViewState: Hashable, Sendable {
  /// The last result; it stays after listening has stopped.
  public internal(set) var currentPitchResult: PitchResult?
  /// The selected tuning.
  public internal(set) var selectedTuning: InstrumentTuning
  /// True while results arrive.
  public internal(set) var isListening = false
  /// The last error, until the player acknowledges it or listening starts.
  ///
  /// A valid choice removes the refusal of an earlier one.
  public internal(set) var error: TunerError?
  /// True while a confirmation is displayed.
  public internal(set) var showInTuneConfirmation = false

  /// Makes the screen of a tuner that has not listened yet.
  public init(selectedTuning tuning: InstrumentTuning = .standard) { selectedTuning = tuning }
}

extension TunerViewState {
  /// The position of the marker: 0 for a semitone flat or more, 1 for a semitone sharp or more, and
  /// 0.5 in tune and without a deviation.
  public var markerPosition: Double {
    guard let cents = currentPitchResult?.cents?.value, cents.isFinite else { return 0.5 }
    return min(max(0.5 + cents / 100 * 0.5, 0), 1)
  }

  /// The deviation in whole cents, rounded half away from zero; `nil` without one.
  public var displayCents: Int? {
    currentPitchResult?.cents.flatMap { Int(exactly: $0.value.rounded()) }
  }

  /// The detected note as its string spells it; `nil` without one.
  public var spelledNote: SpelledNote? {
    guard let result = currentPitchResult, let note = result.note else { return nil }
    return SpelledNote(note, for: result.target)
  }

  /// The octave of the detected note; `nil` without one.
  public var displayOctave: Int? { spelledNote?.octave }

  /// The note's name without its octave; `nil` without one.
  ///
  /// - Parameter notation: the language of note names.
  /// - Returns: such as `E`, `Bb` or `Mib`.
  public func displayNote(in notation: NoteNotation = .english) -> String? {
    spelledNote.map { notation.name(of: $0.letter, $0.accidental) }
  }

  /// The guidance to the nearest string; `nil` without one.
  public var guidance: StringGuidance? { currentPitchResult?.guidance }

  /// True if the result is from before listening stopped.
  public var isStale: Bool { !isListening && currentPitchResult != nil }
}
