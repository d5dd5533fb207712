// SPDX-License-Identifier: MIT

import TunerState
import Tuning

extension Phrase {
  /// The phrase in Spanish.
  var spanish: String {
    switch self {
    case .gate(let phrase): phrase.spanish
    // The state of the tuner
    case .starting: "Empezando…"
    case .stopped: "Sin escuchar"
    case .pluck: "Toca una cuerda"
    case .hearing: "Escuchando…"
    case .noTarget: "Ninguna cuerda cerca"
    case .held: "Congelado: espacio continúa"
    case .toneSounding: "Tono de referencia: r lo apaga"
    case .noTone(let error): "Sin tono de referencia. \(TunerError.audio(error).spanish)"
    case .error(let error): error.spanish
    // The deviation
    case .flat: "baja"
    case .sharp: "alta"
    case .cents(let figure): figure == "1" ? "1 cent" : "\(figure) cents"
    case .semitones(let figure): figure == "1,0" ? "1 semitono" : "\(figure) semitonos"
    case .isFlat(let figure): "\(figure) baja"
    case .isSharp(let figure): "\(figure) alta"
    case .inTune(let deviation): "afinada \(deviation)"
    case .way(let name, let distance): "\(name): \(distance)"
    case .confirmed(let name): "\(name) está afinada"
    case .confirmedShort: "afinada"
    case .allDone: "Todas las cuerdas han quedado afinadas"
    // Every string of a stroke
    case .strumAll: "Rasguea todas las cuerdas"
    case .everyString: "todas las cuerdas"
    case .allInTune: "todas las cuerdas están afinadas"
    case .othersInTune: "las demás están afinadas"
    case .tunedShort: "bien"
    case .isOff(let string, let distance):
      [string].joined(before: "", one: "está", more: "están") + " \(distance)"
    case .theseInTune(let strings):
      strings.joined(before: "y", one: "está afinada", more: "están afinadas")
    case .unclear(let strings):
      strings.joined(before: "y", one: "no está clara", more: "no están claras")
    case .uncertain(let strings):
      strings.joined(before: "y", one: "se midió", more: "se midieron") + " con demasiado error"
    case .notHeard(let strings): strings.joined(before: "y", one: "no se oye", more: "no se oyen")
    case .counted(let inTune, let notJudged, let notHeard):
      Self.counts([
        (inTune, inTune == 1 ? "afinada" : "afinadas"), (notJudged, "sin juzgar"),
        (notHeard, "sin oír"),
      ])
    case .age(let seconds): "\(seconds) s"
    case .stringMoved(let name, let by, let others): "\(name) \(by) cents movió \(others)"
    case .tuneNext(let name, let reading): "ahora afina \(name) a \(reading)"
    case .farStep(let limit):
      "un paso pasa de \(limit) cents: antes de girar tanto una clavija, gira también cada una de "
        + "las otras, porque los acoplamientos pueden ser falsos"
    case .farStepShort: "un paso grande: puede ser falso"
    case .couplings: "cents si otra cuerda sube 10 cents"
    // Figures
    case .frequency(let hertz): "\(hertz) Hz"
    case .uncertainty(let cents): "± \(cents) cents"
    case .reference(let hertz): "La4 \(hertz) Hz"
    case .harmonic(let name): "armónico de \(name)"
    case .string(let position, let name): "cuerda \(position) (\(name))"
    case .strings(let numbers, let name): "cuerdas \(numbers) (\(name))"
    // The target
    case .automatic: "automático"
    case .chromatic: "cromático"
    case .locked(let position): "cuerda \(position) fija"
    case .capo(let fret): "cejilla \(fret)"
    case .offsets: "desvíos"
    // Panes and pages
    case .history: "últimos segundos, ±50 cents"
    case .spectrum: "espectro"
    case .keys: "? ayuda  q salir"
    case .helpTitle: "Teclas"
    case .anyKey: "Cualquier tecla vuelve"
    case .spaceKey: "espacio"
    case .notSpoken: "Las listas y los dibujos no se leen. Elige con opciones: tuner live --help"
    case .key(let entry): Self.spanish(entry)
    case .chooseTuning: "Elige una afinación"
    case .listKeys: "↑ ↓ mover  Intro elegir  Esc volver"
    case .settingsTitle: "Ajustes"
    case .settingKeys: "↑ ↓ mover  ← → cambiar  Esc volver"
    case .settingName(let row): Self.spanish(row)
    case .notation(.english): "inglesa (B)"
    case .notation(.german): "alemana (H)"
    case .notation(.solfege): "solfeo (Si)"
    case .theme(.system): "como el terminal"
    case .theme(.light): "claro"
    case .theme(.dark): "oscuro"
    case .feedback(.bell): "pitido"
    case .feedback(.chime): "campanilla"
    case .feedback(.none): "nada"
    }
  }

  private static func spanish(_ entry: HelpPage.Entry) -> String {
    switch entry {
    case .lock: "afinar solo una cuerda"
    case .automatic: "detectar la cuerda"
    case .every: "todas las cuerdas, o una"
    case .chromatic: "cualquier nota"
    case .tuning: "elegir afinación"
    case .reference: "La4 más, menos 1 Hz"
    case .strobe: "estroboscopio sí, no"
    case .history: "historial, espectro sí, no"
    case .tone: "tono de referencia sí, no"
    case .hold: "congelar, continuar"
    case .settings: "ajustes"
    case .signs: "baja, alta, error excesivo"
    case .verdicts: "afinada, poco clara, sin oír"
    case .help: "esta página"
    case .quit: "salir"
    }
  }

  private static func spanish(_ row: SettingRow) -> String {
    switch row {
    case .tuning: "Afinación"
    case .a4: "La4"
    case .tolerance: "Afinada dentro de"
    case .notation: "Nombres de notas"
    case .theme: "Colores"
    case .feedback: "Al quedar afinada"
    }
  }
}
