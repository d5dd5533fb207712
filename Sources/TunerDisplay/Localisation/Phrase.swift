// SPDX-License-Identifier: MIT

import TunerState
import Tuning

/// A phrase of the display, independent of the language.
///
/// Figures are already formatted. Each language is a `switch` without a default, so a missing
/// translation does not compile.
enum Phrase: Hashable, Sendable {
  // The state of the tuner
  case starting, stopped, pluck, hearing, noTarget, held, toneSounding
  /// The reason why the reference tone can't sound.
  case noTone(AudioError)
  case error(TunerError)

  // The deviation
  case flat, sharp
  case cents(String)
  case semitones(String)
  case isFlat(String)
  case isSharp(String)
  case inTune(String)
  case way(name: String, distance: String)
  case confirmed(name: String)
  case confirmedShort, allDone

  // Every string of a stroke
  case strumAll, everyString, allInTune, othersInTune, tunedShort
  /// A string's distance, such as "12 cents flat".
  case isOff(string: SpokenString, distance: String)
  case theseInTune(strings: [SpokenString])
  case unclear(strings: [SpokenString])
  /// Strings that sound, but whose readings leave open whether they are in tune.
  case uncertain(strings: [SpokenString])
  case notHeard(strings: [SpokenString])
  /// The numbers of strings by their verdicts, where there is no room for names.
  case counted(inTune: Int, notJudged: Int, notHeard: Int)
  case age(String)
  // Strings that move one another; `by` and `others` are signed cents.
  case stringMoved(name: String, by: String, others: String)
  case tuneNext(name: String, reading: String)
  /// The caution about steps of more than some cents.
  case farStep(limit: String)
  /// The same caution in few words.
  case farStepShort
  case couplings

  // Figures
  case frequency(String)
  case uncertainty(String)
  case reference(String)
  case harmonic(name: String)
  case string(position: Int, name: String)
  /// Strings that are measured as one; the numbers are such as `4+3`.
  case strings(numbers: String, name: String)

  // The target
  case automatic, chromatic, offsets
  case locked(position: Int)
  case capo(fret: Int)

  // Panes and pages
  case history, spectrum
  case keys, helpTitle, anyKey, spaceKey
  case key(HelpPage.Entry)
  /// The answer of a screen reader to a key of a list, or of a part of the picture.
  case notSpoken
  case chooseTuning, listKeys
  case settingsTitle, settingKeys
  case settingName(SettingRow)
  case notation(NoteNotation)
  case theme(ThemeMode)
  case feedback(FeedbackStyle)

  // The gate, its set-up and the summary of practice
  case gate(GatePhrase)

  /// Returns the phrase in a language.
  func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .spanish: spanish
    case .german: german
    }
  }

  /// Returns counts with their words, without those of zero.
  static func counts(_ parts: [(count: Int, word: String)]) -> String {
    parts.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }
}
