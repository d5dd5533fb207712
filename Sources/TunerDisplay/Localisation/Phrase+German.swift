// SPDX-License-Identifier: MIT

import TunerState
import Tuning

extension Phrase {
  /// The phrase in German.
  var german: String {
    switch self {
    case .gate(let phrase): phrase.german
    // The state of the tuner
    case .starting: "Startet …"
    case .stopped: "Hört nicht zu"
    case .pluck: "Zupf eine Saite"
    case .hearing: "Hört hin …"
    case .noTarget: "Keine Saite in der Nähe"
    case .held: "Angehalten: Leertaste setzt fort"
    case .toneSounding: "Referenzton: r beendet ihn"
    case .noTone(let error): "Kein Referenzton. \(TunerError.audio(error).german)"
    case .error(let error): error.german
    // The deviation
    case .flat: "tief"
    case .sharp: "hoch"
    case .cents(let figure): "\(figure) Cent"
    case .semitones(let figure): figure == "1,0" ? "1 Halbton" : "\(figure) Halbtöne"
    case .isFlat(let figure): "\(figure) zu tief"
    case .isSharp(let figure): "\(figure) zu hoch"
    case .inTune(let deviation): "stimmt \(deviation)"
    case .way(let name, let distance): "\(name): \(distance)"
    case .confirmed(let name): "\(name) stimmt"
    case .confirmedShort: "stimmt"
    case .allDone: "Alle Saiten haben gestimmt"
    // Every string of a stroke
    case .strumAll: "Schlag alle Saiten an"
    case .everyString: "alle Saiten"
    case .allInTune: "alle Saiten stimmen"
    case .othersInTune: "die anderen stimmen"
    case .tunedShort: "gut"
    case .isOff(let string, let distance):
      [string].joined(before: "", one: "ist", more: "sind") + " \(distance)"
    case .theseInTune(let strings): strings.joined(before: "und", one: "stimmt", more: "stimmen")
    case .unclear(let strings): "\(strings.joined(before: "und", one: "ist", more: "sind")) unklar"
    case .uncertain(let strings):
      strings.joined(before: "und", one: "ist", more: "sind") + " zu ungenau gemessen"
    case .notHeard(let strings):
      "\(strings.joined(before: "und", one: "wurde", more: "wurden")) nicht gehört"
    case .counted(let inTune, let notJudged, let notHeard):
      Self.counts([
        (inTune, inTune == 1 ? "stimmt" : "stimmen"), (notJudged, "offen"),
        (notHeard, "nicht gehört"),
      ])
    case .age(let seconds): "\(seconds) s"
    case .stringMoved(let name, let by, let others): "\(name) um \(by) Cent bewegte \(others)"
    case .tuneNext(let name, let reading): "als Nächstes \(name) auf \(reading)"
    case .farStep(let limit):
      "ein Schritt ist größer als \(limit) Cent: bevor du so weit drehst, dreh auch jeden anderen "
        + "Wirbel einmal, denn die Kopplungen können falsch sein"
    case .farStepShort: "großer Schritt: er kann falsch sein"
    case .couplings: "Cent, wenn eine andere Saite um 10 Cent steigt"
    // Figures
    case .frequency(let hertz): "\(hertz) Hz"
    case .uncertainty(let cents): "± \(cents) Cent"
    case .reference(let hertz): "A4 \(hertz) Hz"
    case .harmonic(let name): "Flageolett von \(name)"
    case .string(let position, let name): "Saite \(position) (\(name))"
    case .strings(let numbers, let name): "Saiten \(numbers) (\(name))"
    // The target
    case .automatic: "automatisch"
    case .chromatic: "chromatisch"
    case .locked(let position): "nur Saite \(position)"
    case .capo(let fret): "Kapo \(fret)"
    case .offsets: "Abweichungen"
    // Panes and pages
    case .history: "letzte Sekunden, ±50 Cent"
    case .spectrum: "Spektrum"
    case .keys: "? Hilfe  q Ende"
    case .helpTitle: "Tasten"
    case .anyKey: "Jede Taste führt zurück"
    case .spaceKey: "Leertaste"
    case .notSpoken:
      "Listen und Zeichnungen werden nicht vorgelesen. Wähl mit Optionen: tuner live --help"
    case .key(let entry): Self.german(entry)
    case .chooseTuning: "Stimmung wählen"
    case .listKeys: "↑ ↓ bewegen  Enter wählen  Esc zurück"
    case .settingsTitle: "Einstellungen"
    case .settingKeys: "↑ ↓ bewegen  ← → ändern  Esc zurück"
    case .settingName(let row): Self.german(row)
    case .notation(.english): "englisch (B)"
    case .notation(.german): "deutsch (H)"
    case .notation(.solfege): "Solmisation (Si)"
    case .theme(.system): "wie das Terminal"
    case .theme(.light): "hell"
    case .theme(.dark): "dunkel"
    case .feedback(.bell): "Signalton"
    case .feedback(.chime): "Glockenton"
    case .feedback(.none): "nichts"
    }
  }

  private static func german(_ entry: HelpPage.Entry) -> String {
    switch entry {
    case .lock: "nur eine Saite stimmen"
    case .automatic: "Saite selbst finden"
    case .every: "alle Saiten oder eine"
    case .chromatic: "jeder Ton"
    case .tuning: "Stimmung wählen"
    case .reference: "A4 um 1 Hz höher, tiefer"
    case .strobe: "Stroboskop ein, aus"
    case .history: "Verlauf, Spektrum ein, aus"
    case .tone: "Referenzton ein, aus"
    case .hold: "anhalten, fortsetzen"
    case .settings: "Einstellungen"
    case .signs: "zu tief, zu hoch, zu ungenau"
    case .verdicts: "stimmt, unklar, nicht gehört"
    case .help: "diese Seite"
    case .quit: "Ende"
    }
  }

  private static func german(_ row: SettingRow) -> String {
    switch row {
    case .tuning: "Stimmung"
    case .a4: "A4"
    case .tolerance: "Stimmt innerhalb"
    case .notation: "Notennamen"
    case .theme: "Farben"
    case .feedback: "Wenn es stimmt"
    }
  }
}
