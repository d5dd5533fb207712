// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TunerState
internal import Tuning

/// A reading that the page shows, measured by this module, another one or another tuner.
struct ShownReading {
  let state: TuningState
  let note: SpelledNote
  /// The deviation; `nil` without a target.
  let cents: Cents?
  /// The distance to the locked or nearest string; `nil` if it is not known.
  let guidance: StringGuidance?
}

extension TunerView {
  /// Returns the distance to a string with its name in the chosen notation, such as "E2: 2.8
  /// semitones flat".
  func way(_ guidance: StringGuidance) -> String {
    "\(settings.values.notation.text(of: guidance.string.spelling)): \(guidance.distance)"
  }

  /// Returns the pitch in the words of a screen reader; `nil` if only the note is known.
  func spokenPitch(of reading: ShownReading) -> SpokenPitch? {
    SpokenPitch(
      reading.state, note: settings.values.notation.text(of: reading.note),
      cents: reading.cents.flatMap { Int(exactly: $0.value.rounded()) },
      distance: reading.guidance.map(way), isFar: reading.cents.map(isFarFromLocked) ?? false)
  }

  /// Returns the English line about a pitch.
  func line(about pitch: SpokenPitch) -> String {
    switch pitch {
    case .inTune(let note): return "\(note), in tune"
    case .far(let distance): return distance
    case .out(let note, let cents):
      let size = cents.magnitude
      return "\(note), \(size) \(size == 1 ? "cent" : "cents") \(cents < 0 ? "flat" : "sharp")"
    }
  }

  /// Returns the English sentence about a stroke, such as "D3 is 12 cents flat; the others are in
  /// tune."; `nil` if there is not one verdict for each string.
  func strokeSentence(_ verdicts: [StringVerdict]) -> String? {
    let targets = strum.strings.map { $0.target }
    guard !targets.isEmpty, verdicts.count == targets.count else { return nil }
    let names = StrokeNames(targets) { settings.values.notation.text(of: $0) }
    return EnglishStrokeSentence.capitalised(EnglishStrokeSentence(names).text(of: verdicts))
  }
}

extension StringVerdict {
  /// Makes a verdict from the numbers of a string in a table of strokes.
  ///
  /// - Parameters:
  ///   - state: the state of the string: see `StrumTable.number`.
  ///   - isInTune: true for a string in tune.
  ///   - cents: its deviation; NaN for none.
  init(state: Int, isInTune: Bool, cents: Double) {
    switch state {
    case StringReading.State.silent.number: self = .silent
    // A deviation that no string can have would exceed an integer in the sentence.
    case StringReading.State.sounding.number where cents.magnitude < 1e6:
      self = isInTune ? .inTune(Cents(cents)) : .out(Cents(cents))
    case StrumTable.uncertain: self = .uncertain(Cents(cents))
    default: self = .unclear
    }
  }
}

extension TuningState {
  /// Makes a state from its number, that of `headstock_state` in `headstock.h`; `nil` for an
  /// unknown number.
  init?(number: Int) {
    guard let state = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = state
  }
}
