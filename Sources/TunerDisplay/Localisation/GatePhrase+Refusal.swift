// SPDX-License-Identifier: MIT

extension GatePhrase {
  /// A sentence for the reason why a command of the gate can't be carried out.
  package enum Refusal: Hashable, Sendable {
    case leaseFailed
    case noTerminal
    case hookForm
    case goalForm(text: String)
    case negativeValue(value: String, metric: String)
    case noAmount(value: String, metric: String)
    case sourceMissing
    case unknownMetric(name: String)
    case unknownActivity(name: String, known: String)
    case unknownDays(text: String)
    case targetRefused(name: String)
    case commandMissing(names: String)
    case easierSettings
    case unknownTarget(name: String)
  }
}

extension GatePhrase.Refusal {
  /// The sentence in English.
  var english: String {
    let form =
      "Write minutes like 20m or 1h, a time of day like 18:30, anything else as a number."
    return switch self {
    case .leaseFailed: "the watch over the lease can't be started"
    case .noTerminal: "questions need a terminal. Answer them by flags, and add --yes"
    case .hookForm:
      "a command is a program's path, or a JSON array of the program and its arguments, such as '[\"/usr/bin/notify-send\",\"Blocked\"]'"
    case .goalForm(let text):
      "\"\(text)\" is not a goal. Write it like practice=20m or steps=10000."
    case .negativeValue(let value, let metric):
      "\"\(value)\" is negative, and a goal of \(metric) is not. \(form)"
    case .noAmount(let value, let metric): "\"\(value)\" is no amount of \(metric). \(form)"
    case .sourceMissing:
      "there is no source of this data. Name an export of Apple Health: tuner gate setup --health-export"
    case .unknownMetric(let name):
      "there is no metric \"\(name)\". Choose from: practice, notes, steps, energy, exercise, exercise:walking (or another activity), time."
    case .unknownActivity(let name, let known):
      "Apple Health has no activity \"\(name)\". Choose from: \(known)."
    case .unknownDays(let text):
      "\"\(text)\" are no days. Write every, today, or mon,tue,wed,thu,fri,sat,sun."
    case .targetRefused(let name):
      "\"\(name)\" is no target: it is empty, or has blanks or control characters. Write it like youtube.com or app:steam."
    case .commandMissing(let names):
      "\(names): nothing would block it, since only sites are blocked without a command. Give the command with: tuner gate setup --on-block"
    case .easierSettings:
      "the hosts file and the commands that block can't change before today's goal is met, as that would open the gate. Try again then, or take the emergency exit first: tuner gate restore"
    case .unknownTarget(let name):
      "\"\(name)\" is not among the targets. See: tuner gate targets list"
    }
  }

  /// The sentence in German.
  var german: String {
    let form =
      "Schreib Minuten wie 20m oder 1h, eine Uhrzeit wie 18:30, alles andere als Zahl."
    return switch self {
    case .leaseFailed: "die Wache über die Frist lässt sich nicht starten"
    case .noTerminal:
      "Fragen brauchen ein Terminal. Antworte mit Optionen, und füg --yes hinzu"
    case .hookForm:
      "ein Befehl ist der Pfad eines Programms oder eine JSON-Liste aus Programm und Argumenten, etwa '[\"/usr/bin/notify-send\",\"Gesperrt\"]'"
    case .goalForm(let text):
      "\"\(text)\" ist kein Ziel. Schreib es wie practice=20m oder steps=10000."
    case .negativeValue(let value, let metric):
      "\"\(value)\" ist negativ, und ein Ziel von \(metric) ist es nicht. \(form)"
    case .noAmount(let value, let metric):
      "\"\(value)\" ist keine Menge von \(metric). \(form)"
    case .sourceMissing:
      "es gibt keine Quelle dieser Daten. Nenn einen Export von Apple Health: tuner gate setup --health-export"
    case .unknownMetric(let name):
      "es gibt keine Größe \"\(name)\". Wähl aus: practice, notes, steps, energy, exercise, exercise:walking (oder eine andere Aktivität), time."
    case .unknownActivity(let name, let known):
      "Apple Health kennt keine Aktivität \"\(name)\". Wähl aus: \(known)."
    case .unknownDays(let text):
      "\"\(text)\" sind keine Tage. Schreib every, today oder mon,tue,wed,thu,fri,sat,sun."
    case .targetRefused(let name):
      "\"\(name)\" lässt sich nicht sperren: der Name ist leer oder enthält Leer- oder Steuerzeichen. Schreib ihn wie youtube.com oder app:steam."
    case .commandMissing(let names):
      "\(names): nichts würde es sperren, denn ohne Befehl werden nur Seiten gesperrt. Gib den Befehl an: tuner gate setup --on-block"
    case .easierSettings:
      "die Hosts-Datei und die Befehle zum Sperren bleiben, bis das Ziel von heute erreicht ist, denn ein Wechsel würde die Schranke öffnen. Versuch es dann noch einmal, oder nimm zuerst den Notausgang: tuner gate restore"
    case .unknownTarget(let name):
      "\"\(name)\" gehört nicht zu dem, was gesperrt wird. Siehe: tuner gate targets list"
    }
  }

  /// The sentence in Spanish.
  var spanish: String {
    let form =
      "Escribe minutos como 20m o 1h, una hora del día como 18:30, lo demás como número."
    return switch self {
    case .leaseFailed: "la vigilancia del plazo no arranca"
    case .noTerminal:
      "las preguntas necesitan un terminal. Respóndelas con opciones y añade --yes"
    case .hookForm:
      "una orden es la ruta de un programa, o una lista JSON del programa y sus argumentos, como '[\"/usr/bin/notify-send\",\"Bloqueado\"]'"
    case .goalForm(let text):
      "\"\(text)\" no es una meta. Escríbela como practice=20m o steps=10000."
    case .negativeValue(let value, let metric):
      "\"\(value)\" es negativo, y una meta de \(metric) no lo es. \(form)"
    case .noAmount(let value, let metric):
      "\"\(value)\" no es una cantidad de \(metric). \(form)"
    case .sourceMissing:
      "no hay ninguna fuente de estos datos. Nombra una exportación de Apple Health: tuner gate setup --health-export"
    case .unknownMetric(let name):
      "no hay ninguna medida \"\(name)\". Elige entre: practice, notes, steps, energy, exercise, exercise:walking (u otra actividad), time."
    case .unknownActivity(let name, let known):
      "Apple Health no tiene ninguna actividad \"\(name)\". Elige entre: \(known)."
    case .unknownDays(let text):
      "\"\(text)\" no son días. Escribe every, today o mon,tue,wed,thu,fri,sat,sun."
    case .targetRefused(let name):
      "\"\(name)\" no se puede bloquear: está vacío o tiene espacios o caracteres de control. Escríbelo como youtube.com o app:steam."
    case .commandMissing(let names):
      "\(names): nada lo bloquearía, pues sin orden solo se bloquean sitios. Da la orden con: tuner gate setup --on-block"
    case .easierSettings:
      "el archivo hosts y las órdenes que bloquean no pueden cambiar antes de cumplir la meta de hoy, pues eso abriría la puerta. Inténtalo entonces, o usa antes la salida de emergencia: tuner gate restore"
    case .unknownTarget(let name):
      "\"\(name)\" no está entre lo que se bloquea. Mira: tuner gate targets list"
    }
  }
}
