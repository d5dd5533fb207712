// SPDX-License-Identifier: MIT

extension GatePhrase {
  /// A sentence for a diagnostic that a reducer of the goals or of the gate returns.
  package enum Diagnostic: Hashable, Sendable {
    case amountRefused(name: String)
    case amountTooLarge(name: String, largest: String)
    case readingOfAnotherDay(name: String, date: String, today: String)
    case timeIsNotMeasured
    case unknownGoal(name: String)
    case dayIsNotToday(name: String, date: String, today: String)
    case easierToday(name: String)
    case endsToday(name: String)
    case editWaits(date: String)
    case dayWentBack(from: String, to: String)
    case startIgnored
    case unlockForfeited(date: String)
    case noWorkout
    case nothingToForfeit
    case progressNotANumber
    case progressOutOfRange(value: String)
    case progressWentBack(from: String, to: String)
    case goalsDecide
    case namesRefused(count: String)
    case namesRepeated(names: String)
    case noTargets
    case clockWentBack(milliseconds: String)
    case laterVersion(found: String, newest: String)
  }
}

extension GatePhrase.Diagnostic {
  /// The sentence in English.
  var english: String {
    switch self {
    case .amountRefused(let name):
      "The amount of \(name) is not a number of 0 or more; the last one stands. Read the source again."
    case .amountTooLarge(let name, let largest):
      "The amount of \(name) is above \(largest), more than a day can have; the last one stands. Read the source again."
    case .readingOfAnotherDay(let name, let date, let today):
      "The amount of \(name) is for \(date), not for \(today). Read the source again."
    case .timeIsNotMeasured: "The time of day comes with every action. Send no amount for it."
    case .unknownGoal(let name):
      "There is no goal named \"\(name)\". List the goals to see their names."
    case .dayIsNotToday(let name, let date, let today):
      "The goal \"\(name)\" is for \(date) alone. Make it for \(today), or for weekdays."
    case .easierToday(let name):
      "The goal \"\(name)\" would make today easier. Meet today's goals first."
    case .endsToday(let name):
      "The goal \"\(name)\" is for today alone: it stays until midnight, and then ends."
    case .editWaits(let date): "This makes today easier, so it counts from \(date) on."
    case .dayWentBack(let from, let to):
      "The clock went back from \(from) to \(to), so that day begins again. Check the clock."
    case .startIgnored: "No workout was started: one is on, or nothing is locked. Carry on."
    case .unlockForfeited(let date):
      "Today's unlock is over, so a workout opens nothing. Wait until \(date)."
    case .noWorkout: "There is no workout. Start one first."
    case .nothingToForfeit: "There is nothing to lock. Check the status."
    case .progressNotANumber: "A progress that is not a number was left out. Record it again."
    case .progressOutOfRange(let value): "A progress of \(value) was cut to 0…1. Check the source."
    case .progressWentBack(let from, let to):
      "A progress of \(to) came after \(from) and was left out. Check the source."
    case .goalsDecide: "The goals of the day decide. Meet them."
    case .namesRefused(let count):
      "\(count) empty or unprintable target names were left out. Name them again."
    case .namesRepeated(let names): "Named more than once: \(names). Name each once."
    case .noTargets: "No targets are chosen, so nothing can be blocked. Add one."
    case .clockWentBack(let milliseconds):
      "The clock went back by \(milliseconds) ms; no unlock got longer. Check the clock."
    case .laterVersion(let found, let newest):
      "The saved state has version \(found), and this program reads up to \(newest). Update the program."
    }
  }

  /// The sentence in German.
  var german: String {
    switch self {
    case .amountRefused(let name):
      "Die Menge von \(name) ist keine Zahl ab 0; die letzte gilt weiter. Lies die Quelle noch einmal."
    case .amountTooLarge(let name, let largest):
      "Die Menge von \(name) liegt über \(largest), mehr als ein Tag haben kann; die letzte gilt weiter. Lies die Quelle noch einmal."
    case .readingOfAnotherDay(let name, let date, let today):
      "Die Menge von \(name) ist vom \(date), nicht vom \(today). Lies die Quelle noch einmal."
    case .timeIsNotMeasured: "Die Uhrzeit kommt mit jeder Aktion. Sende keine Menge dafür."
    case .unknownGoal(let name):
      "Es gibt kein Ziel namens \"\(name)\". Die Liste der Ziele zeigt die Namen."
    case .dayIsNotToday(let name, let date, let today):
      "Das Ziel \"\(name)\" gilt nur am \(date). Setz es für \(today) oder für Wochentage."
    case .easierToday(let name):
      "Das Ziel \"\(name)\" würde den Tag leichter machen. Erreich zuerst die Ziele von heute."
    case .endsToday(let name):
      "Das Ziel \"\(name)\" gilt nur heute: Es bleibt bis Mitternacht und endet dann."
    case .editWaits(let date): "Das macht den Tag leichter, daher gilt es ab \(date)."
    case .dayWentBack(let from, let to):
      "Die Uhr ging vom \(from) auf den \(to) zurück, daher beginnt dieser Tag noch einmal. Prüf die Uhr."
    case .startIgnored:
      "Keine Übung wurde begonnen: eine läuft schon, oder nichts ist gesperrt. Mach weiter."
    case .unlockForfeited(let date):
      "Die Öffnung von heute ist vorbei, daher öffnet eine Übung nichts. Warte bis \(date)."
    case .noWorkout: "Es läuft keine Übung. Beginn zuerst eine."
    case .nothingToForfeit: "Es gibt nichts zu schließen. Prüf den Zustand."
    case .progressNotANumber:
      "Ein Fortschritt, der keine Zahl ist, wurde ausgelassen. Trag ihn noch einmal ein."
    case .progressOutOfRange(let value):
      "Ein Fortschritt von \(value) wurde auf 0…1 begrenzt. Prüf die Quelle."
    case .progressWentBack(let from, let to):
      "Ein Fortschritt von \(to) kam nach \(from) und wurde ausgelassen. Prüf die Quelle."
    case .goalsDecide:
      "Die Ziele des Tages entscheiden. Erreich sie."
    case .namesRefused(let count):
      "Leere oder nicht druckbare Namen wurden ausgelassen: \(count). Nenn sie noch einmal."
    case .namesRepeated(let names): "Mehr als einmal genannt: \(names). Nenn jeden Namen einmal."
    case .noTargets: "Keine Seite ist gewählt, es gibt also nichts zu sperren. Füg eine hinzu."
    case .clockWentBack(let milliseconds):
      "Die Uhr ging um \(milliseconds) ms zurück; keine Öffnung dauert deshalb länger. Prüf die Uhr."
    case .laterVersion(let found, let newest):
      "Der gespeicherte Zustand hat die Version \(found), und dieses Programm liest bis \(newest). Erneuer das Programm."
    }
  }

  /// The sentence in Spanish.
  var spanish: String {
    switch self {
    case .amountRefused(let name):
      "La cantidad de \(name) no es un número desde 0; vale la última. Lee la fuente otra vez."
    case .amountTooLarge(let name, let largest):
      "La cantidad de \(name) pasa de \(largest), más de lo que cabe en un día; vale la última. Lee la fuente otra vez."
    case .readingOfAnotherDay(let name, let date, let today):
      "La cantidad de \(name) es del \(date), no del \(today). Lee la fuente otra vez."
    case .timeIsNotMeasured:
      "La hora del día viene con cada acción. No envíes ninguna cantidad para ella."
    case .unknownGoal(let name):
      "No hay ninguna meta llamada \"\(name)\". La lista de metas muestra los nombres."
    case .dayIsNotToday(let name, let date, let today):
      "La meta \"\(name)\" vale solo el \(date). Ponla para el \(today) o para días de la semana."
    case .easierToday(let name):
      "La meta \"\(name)\" haría más fácil el día. Cumple antes las metas de hoy."
    case .endsToday(let name):
      "La meta \"\(name)\" vale solo hoy: se queda hasta medianoche, y entonces acaba."
    case .editWaits(let date): "Eso hace más fácil el día, así que vale desde el \(date)."
    case .dayWentBack(let from, let to):
      "El reloj volvió del \(from) al \(to), así que ese día empieza otra vez. Revisa el reloj."
    case .startIgnored:
      "No se empezó ninguna sesión: ya hay una en curso, o nada está bloqueado. Sigue."
    case .unlockForfeited(let date):
      "La apertura de hoy ya terminó, así que una sesión no abre nada. Espera hasta el \(date)."
    case .noWorkout: "No hay ninguna sesión en curso. Empieza una antes."
    case .nothingToForfeit: "No hay nada que cerrar. Mira el estado."
    case .progressNotANumber: "Un progreso que no es un número se dejó fuera. Anótalo otra vez."
    case .progressOutOfRange(let value):
      "Un progreso de \(value) se limitó a 0…1. Revisa la fuente."
    case .progressWentBack(let from, let to):
      "Un progreso de \(to) llegó después de \(from) y se dejó fuera. Revisa la fuente."
    case .goalsDecide: "Las metas del día deciden. Cúmplelas."
    case .namesRefused(let count):
      "Nombres vacíos o no imprimibles que se dejaron fuera: \(count). Nómbralos otra vez."
    case .namesRepeated(let names): "Nombrado más de una vez: \(names). Nombra cada uno una vez."
    case .noTargets: "No se ha elegido ningún sitio, así que no hay nada que bloquear. Añade uno."
    case .clockWentBack(let milliseconds):
      "El reloj retrocedió \(milliseconds) ms; ninguna apertura dura más por ello. Revisa el reloj."
    case .laterVersion(let found, let newest):
      "El estado guardado tiene la versión \(found), y este programa lee hasta la \(newest). Actualiza el programa."
    }
  }
}
