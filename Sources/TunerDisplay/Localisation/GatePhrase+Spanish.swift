// SPDX-License-Identifier: MIT

import PracticeGoals

extension GatePhrase {
  /// The phrase in Spanish.
  var spanish: String {
    switch self {
    // The state of the gate
    case .notSetUp: "la puerta no está configurada. Ejecuta: tuner gate setup"
    case .nothingEnforced: "nada se bloquea: las metas no se han leído nunca o no hay sitios"
    case .openNow: "abierta"
    case .openUntil(let clock): "abierta hasta las \(clock)"
    case .open(let names): "abierta: \(names)"
    case .openFor(let names, let time): "abierta: \(names), durante \(time)"
    case .blocked(let names): "bloqueado: \(names)"
    case .lockedNothing: "cerrada, y nada que bloquear"
    case .locked(let names): "cerrada: \(names)"
    case .earning(let percent, let names):
      "sesión en curso, \(percent) % hecho; bloqueado: \(names)"
    case .timeIsUp(let time, let names):
      "se acabó el tiempo, \(time) para empezar otra sesión; bloqueado: \(names)"
    case .blocksUntil(let path, let clock): "\(path): bloquea hasta las \(clock)"
    case .leaseOver(let path):
      "\(path): el plazo del bloqueo ha acabado. Renuévalo o quítalo: tuner gate apply"
    case .nothing: "nada"
    case .notBlocked(let names, let reason): "NO bloqueado: \(names). \(reason)"
    case .missingSection(let path):
      "\(path) no tiene sección de la puerta. Escríbela: tuner gate apply, o deja tuner gate monitor en marcha"
    case .otherSection(let path):
      "La sección de \(path) no lo nombra. Escríbela de nuevo: tuner gate apply"
    case .overruled(let path, let line):
      "La línea \(line) de \(path) le da otra dirección. Quita esa línea"
    case .noCommand: "No es un sitio y no tiene orden. Pon una: tuner gate setup --on-block"
    case .stillBlocked(let path):
      "\(path) aún tiene una sección de la puerta. Quítala: tuner gate apply"
    case .settingsDamaged(let kept):
      "los ajustes de la puerta estaban dañados, así que nada se aplica, y un bloqueo acaba con su plazo; se guardan como \(kept). Configura la puerta de nuevo: tuner gate setup"
    case .exitTaken(let clock):
      "se usó la salida de emergencia a las \(clock). Cierra la puerta otra vez: tuner gate lock"
    // Times
    case .seconds(let seconds): "\(seconds) s"
    case .minutes(let minutes, let seconds): "\(minutes) min \(seconds) s"
    case .hours(let hours, let minutes): "\(hours) h \(minutes) min"
    case .today(let date): "hoy, \(date)"
    case .everyDay: "cada día"
    case .onDay(let date): "el \(date)"
    case .weekday(let day): Self.spanish(day)
    // Goals
    case .metric(let metric): Self.spanish(metric)
    case .minuteUnit: "min"
    case .kilocalorieUnit: "kcal"
    case .from(let date, let what): "desde \(date): \(what)"
    case .without(let name): "sin \(name)"
    case .strategy(.all): "todas las metas"
    case .strategy(.any): "una de las metas"
    case .dataFailed(let name, let reason): "\(name): \(reason) Los bloqueos siguen como están"
    case .healthProgress(let percent, let megabytes):
      "datos de salud: \(percent) % de \(megabytes) MB"
    case .goalReached: "meta alcanzada"
    // The results of actions
    case .restored(let path): "\(path): la sección se ha quitado"
    case .nothingToRestore(let path): "\(path): no hay sección que quitar"
    case .hostsFileUnknown:
      "los ajustes de la puerta no se pueden leer, así que no se sabe cuál es su archivo hosts. Nómbralo: tuner gate restore --hosts-file"
    case .staysClosed(let path):
      "la puerta sigue cerrada, porque su archivo hosts es \(path). Ábrela: tuner gate restore"
    case .holdsUntil(let path, let clock): "\(path): la sección vale hasta las \(clock) y se queda"
    case .removalWaits(let names, let date):
      "Eso hace más fácil el día, así que \(names) se queda hasta el \(date). Cumple las metas de hoy para quitarlo enseguida"
    case .removalWaitsForDay(let names, let date):
      "Eso hace más fácil el día, así que \(names) se queda hasta el \(date). Las metas de hoy no lo cambian"
    case .exitRecorded(let clock):
      "salida de emergencia: la puerta está abierta hasta las \(clock), y el diario lo dice. Ciérrala otra vez: tuner gate lock"
    case .exitNotRecorded(let reason):
      "la salida de emergencia no está en el diario, así que un vigilante en marcha bloquea otra vez. \(reason)"
    case .wholeHost(let address, let host): "\(address): solo se puede bloquear \(host) entero"
    case .expiredBlockRemoved(let path): "\(path): un bloqueo había vencido y se quitó"
    case .expiredBlockRemains(let path):
      "\(path): un bloqueo ha vencido. Quítalo con: sudo tuner gate restore"
    case .unchanged(let path): "\(path): nada que cambiar"
    case .runToBlock(let command, let names): "ejecutar: \(command) (bloquear: \(names))"
    case .runToUnblock(let command): "ejecutar: \(command) (bloquear: nada)"
    case .monitorRuns: "la puerta está vigilada. Termina con Ctrl-C; el bloqueo acaba con su plazo"
    case .monitorEnded: "la puerta ya no está vigilada"
    case .settingsChanged: "los ajustes cambiados valen desde ahora"
    case .settingsWait:
      "los ajustes cambiados podrían abrir algo, así que valen los de antes hasta que nada esté bloqueado. Cumple antes las metas de hoy"
    case .settingsKept(let reason):
      "los últimos ajustes y el bloqueo siguen, porque el archivo de la puerta no se puede usar. \(reason)"
    case .corrupt(let kept):
      "el archivo de la puerta no se entiende; se guarda como \(kept). Configura la puerta: tuner gate setup"
    case .diagnostic(let diagnostic): diagnostic.spanish
    case .blockFault(let fault): fault.spanish
    case .dataFault(let fault): fault.spanish
    case .linkLoop(let path):
      "\(path): sus enlaces simbólicos forman un círculo. Sustituye uno por un archivo o un directorio"
    case .refusal(let refusal): refusal.spanish
    // Practice
    case .weekTitle: "Práctica de una semana"
    case .daysTitle(let count): "Práctica de \(count) \(count == "1" ? "día" : "días")"
    case .nothingYet: "aún no se ha oído nada. Toca con: tuner live"
    case .nothingOnTheseDays: "no hay práctica en estos días. Muestra más días con --days"
    case .withoutGoals(let reason): "los días aparecen sin metas. \(reason)"
    case .exits(let clocks): "salida de emergencia a las \(clocks)"
    case .counts(let notes, let inTune):
      "\(notes) \(notes == "1" ? "nota" : "notas"), afinadas: \(inTune)"
    case .counted(let minutes): "\(minutes) min de práctica anotados"
    case .countedIn(let file, let minutes): "\(file): \(minutes) min de práctica anotados"
    case .countedOn(let file, let minutes, let date):
      "\(file): \(minutes) min de práctica anotados para el \(date), no para hoy"
    case .countedOver(let file, let minutes, let first, let last):
      "\(file): \(minutes) min de práctica anotados para el \(first) y el \(last), no para hoy"
    case .countedBefore(let file): "\(file): esta grabación ya está en el diario"
    case .incomplete(let missing): "la práctica está incompleta; mediciones que faltan: \(missing)"
    // The set-up
    case .setupTitle(let step):
      "\(step.rawValue) / \(SetupStep.allCases.count)  \(Self.spanish(step))"
    case .idea:
      "Gana tu tiempo de pantalla practicando. Cada nota que el afinador detecta cuenta como práctica. Hasta que cumplas la meta del día, los sitios que elijas quedan bloqueados en esta máquina."
    case .play: "toca algo"
    case .heard(let peak): "oído: \(peak) dBFS como máximo"
    case .microphoneSilent: "no se ha oído nada por encima del ruido. Revisa la entrada"
    case .microphoneMissing:
      "sin comprobar: elige un dispositivo con --device o una grabación con --input"
    case .journalHere(let path): "\(path): aquí se guarda la práctica"
    case .askTargets: "Sitios, separados por espacios (como youtube.com):"
    case .targetsMissing:
      "no has nombrado ningún sitio, así que no hay nada que bloquear. Nombra uno, como youtube.com"
    case .askGoal(let minutes): "Minutos de práctica al día [\(minutes)]:"
    case .goalMissing: "Escribe minutos enteros, como 20"
    case .mayChange(let path): "\(path): se puede cambiar"
    case .goal(let name, let amount): "meta: \(name) \(amount)"
    case .askContinue: "¿Continuar? [S/n]"
    case .askRetry: "¿Otra vez? [S/n]"
    case .yesLetters: "s"
    case .stopped: "parado; lo hecho se guarda. Sigue con: tuner gate setup"
    }
  }

  private static func spanish(_ day: Weekday) -> String {
    switch day {
    case .monday: "lun"
    case .tuesday: "mar"
    case .wednesday: "mié"
    case .thursday: "jue"
    case .friday: "vie"
    case .saturday: "sáb"
    case .sunday: "dom"
    }
  }

  private static func spanish(_ step: SetupStep) -> String {
    switch step {
    case .welcome: "Bienvenida"
    case .microphone: "Micrófono"
    case .targets: "Qué bloquear"
    case .blocker: "Bloqueo"
    case .done: "Listo. Deja tuner gate monitor en marcha, y toca con: tuner live"
    }
  }

  private static func spanish(_ metric: PracticeMetric) -> String {
    switch metric {
    case .practiceMinutes: "práctica"
    case .inTuneNotes: "afinadas"
    case .steps: "pasos"
    case .activeEnergy: "energía"
    case .exerciseMinutes(.any): "ejercicio"
    case .exerciseMinutes(let activity): "ejercicio (\(activity.rawValue))"
    case .timeOfDay: "hora del día"
    }
  }
}
