// SPDX-License-Identifier: MIT

import TunerState
import Tuning

extension Phrase {
  /// The phrase in English.
  var english: String {
    switch self {
    case .gate(let phrase): phrase.english
    // The state of the tuner
    case .starting: "Starting…"
    case .stopped: "Not listening"
    case .pluck: "Pluck a string"
    case .hearing: "Listening…"
    case .noTarget: "No string near"
    case .held: "Frozen. Press space to continue"
    case .toneSounding: "Reference tone: r ends it"
    case .noTone(let error): "No reference tone. \(TunerError.audio(error).english)"
    case .error(let error): error.english
    // The deviation
    case .flat: "flat"
    case .sharp: "sharp"
    case .cents(let figure): figure == "1" ? "1 cent" : "\(figure) cents"
    case .semitones(let figure): figure == "1.0" ? "1 semitone" : "\(figure) semitones"
    case .isFlat(let figure): "\(figure) flat"
    case .isSharp(let figure): "\(figure) sharp"
    case .inTune(let deviation): "in tune \(deviation)"
    case .way(let name, let distance): "\(name): \(distance)"
    case .confirmed(let name): "\(name) is in tune"
    case .confirmedShort: "in tune"
    case .allDone: "Every string has been in tune"
    // Every string of a stroke
    case .strumAll: "Strum all strings"
    case .everyString: "all strings"
    case .allInTune: "all strings are in tune"
    case .othersInTune: "the others are in tune"
    case .tunedShort: "ok"
    case .isOff(let string, let distance):
      [string].joined(before: "", one: "is", more: "are") + " \(distance)"
    case .theseInTune(let strings):
      "\(strings.joined(before: "and", one: "is", more: "are")) in tune"
    case .unclear(let strings): "\(strings.joined(before: "and", one: "is", more: "are")) unclear"
    case .uncertain(let strings):
      "\(strings.joined(before: "and", one: "is", more: "are")) too uncertain to judge"
    case .notHeard(let strings):
      "\(strings.joined(before: "and", one: "was", more: "were")) not heard"
    case .counted(let inTune, let notJudged, let notHeard):
      Self.counts([
        (inTune, "in tune"), (notJudged, "not judged"), (notHeard, "not heard"),
      ])
    case .age(let seconds): "\(seconds) s"
    case .stringMoved(let name, let by, let others): "\(name) by \(by) cents moved \(others)"
    case .tuneNext(let name, let reading): "next, tune \(name) to \(reading)"
    case .farStep(let limit):
      "a step is larger than \(limit) cents: before you turn a peg that far, add a turn of each other "
        + "peg, because the couplings may be wrong"
    case .farStepShort: "a large step: it may be wrong"
    case .couplings: "cents as another string is turned up by 10 cents"
    // Figures
    case .frequency(let hertz): "\(hertz) Hz"
    case .uncertainty(let cents): "± \(cents) cents"
    case .reference(let hertz): "A4 \(hertz) Hz"
    case .harmonic(let name): "harmonic of \(name)"
    case .string(let position, let name): "string \(position) (\(name))"
    case .strings(let numbers, let name): "strings \(numbers) (\(name))"
    // The target
    case .automatic: "automatic"
    case .chromatic: "chromatic"
    case .locked(let position): "string \(position) locked"
    case .capo(let fret): "capo \(fret)"
    case .offsets: "offsets"
    // Panes and pages
    case .history: "last seconds, ±50 cents"
    case .spectrum: "spectrum"
    case .keys: "? help  q quit"
    case .helpTitle: "Keys"
    case .anyKey: "Any key goes back"
    case .spaceKey: "space"
    case .notSpoken: "Lists and drawings are not spoken. Choose with options: tuner live --help"
    case .key(let entry): Self.english(entry)
    case .chooseTuning: "Choose a tuning"
    case .listKeys: "↑ ↓ move  Enter choose  Esc back"
    case .settingsTitle: "Settings"
    case .settingKeys: "↑ ↓ move  ← → change  Esc back"
    case .settingName(let row): Self.english(row)
    case .notation(.english): "English (B)"
    case .notation(.german): "German (H)"
    case .notation(.solfege): "solfège (Si)"
    case .theme(.system): "as the terminal"
    case .theme(.light): "light"
    case .theme(.dark): "dark"
    case .feedback(.bell): "bell"
    case .feedback(.chime): "chime"
    case .feedback(.none): "none"
    }
  }

  private static func english(_ entry: HelpPage.Entry) -> String {
    switch entry {
    case .lock: "tune one string only"
    case .automatic: "find the string by itself"
    case .every: "all strings at once, or one"
    case .chromatic: "any note"
    case .tuning: "choose a tuning"
    case .reference: "A4 up, down by 1 Hz"
    case .strobe: "strobe on, off"
    case .history: "history, spectrum on, off"
    case .tone: "reference tone on, off"
    case .hold: "freeze, go on"
    case .settings: "settings"
    case .signs: "flat, sharp, too uncertain"
    case .verdicts: "in tune, unclear, not heard"
    case .help: "this page"
    case .quit: "quit"
    }
  }

  private static func english(_ row: SettingRow) -> String {
    switch row {
    case .tuning: "Tuning"
    case .a4: "A4"
    case .tolerance: "In tune within"
    case .notation: "Note names"
    case .theme: "Colours"
    case .feedback: "When in tune"
    }
  }
}
