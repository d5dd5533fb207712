// SPDX-License-Identifier: MIT

extension GatePhrase {
  /// A sentence for the reason why a hosts file can't be read, or targets can't be blocked.
  package enum BlockFault: Hashable, Sendable {
    case missing(path: String)
    case notPermitted(path: String)
    case notAFile(path: String)
    case linkLoop(path: String)
    case readFailed(path: String, reason: String)
    case writeFailed(path: String, reason: String)
    case noRoom(path: String, reason: String)
    case isMounted(path: String, reason: String)
    case changedMeanwhile(path: String)
    case watcherFailed(path: String, reason: String)
    case watcherSilent(path: String)
    case authorizationFailed
    case updateFailed(reason: String)
    case notAuthorized
  }
}

extension GatePhrase.BlockFault {
  /// The sentence in English.
  var english: String {
    switch self {
    case .missing(let path):
      "\(path): there is no such file. Make it, or choose another with --hosts-file"
    case .notPermitted(let path):
      "\(path): there is no permission to change it. Run as a user who may, or choose another with --hosts-file"
    case .notAFile(let path): "\(path): not a regular file. Choose another with --hosts-file"
    case .linkLoop(let path): GatePhrase.linkLoop(path: path).english
    case .readFailed(let path, let reason):
      "\(path): can't be read (\(reason)). Make it readable and try again"
    case .writeFailed(let path, let reason):
      "\(path): can't be written (\(reason)). Make it writable, or choose another with --hosts-file"
    case .noRoom(let path, let reason):
      "\(path): can't be written (\(reason)). Make room and try again"
    case .isMounted(let path, let reason):
      "\(path): can't be written (\(reason)). It is mounted by itself and can't be replaced: choose another with --hosts-file"
    case .changedMeanwhile(let path):
      "\(path): another program changed it at the same moment; its change was kept. Try again"
    case .watcherFailed(let path, let reason):
      "\(path): nothing is blocked, since the watch over the lease can't be started (\(reason)). Make room and try again"
    case .watcherSilent(let path):
      "\(path): nothing is blocked, since the watch over the lease did not start: its process ended without an answer. Check the lock files in the data directory, unset LD_PRELOAD, and try again"
    case .authorizationFailed: "The permission to block was refused. Ask for it again."
    case .updateFailed(let reason):
      "The blocked targets could not be updated (\(reason)). Try again."
    case .notAuthorized: "There is no permission to block. Go through the set-up."
    }
  }

  /// The sentence in German.
  var german: String {
    switch self {
    case .missing(let path):
      "\(path): Diese Datei gibt es nicht. Lege sie an, oder wähle eine andere mit --hosts-file"
    case .notPermitted(let path):
      "\(path): Du darfst sie nicht ändern. Starte als Benutzer, der es darf, oder wähle eine andere mit --hosts-file"
    case .notAFile(let path):
      "\(path): keine gewöhnliche Datei. Wähle eine andere mit --hosts-file"
    case .linkLoop(let path): GatePhrase.linkLoop(path: path).german
    case .readFailed(let path, let reason):
      "\(path): nicht lesbar (\(reason)). Mache sie lesbar und versuche es erneut"
    case .writeFailed(let path, let reason):
      "\(path): nicht beschreibbar (\(reason)). Mache sie beschreibbar, oder wähle eine andere mit --hosts-file"
    case .noRoom(let path, let reason):
      "\(path): nicht beschreibbar (\(reason)). Schaffe Platz und versuche es erneut"
    case .isMounted(let path, let reason):
      "\(path): nicht beschreibbar (\(reason)). Sie ist für sich eingehängt und nicht ersetzbar: Wähle eine andere mit --hosts-file"
    case .changedMeanwhile(let path):
      "\(path): Ein anderes Programm hat sie im selben Augenblick geändert; seine Änderung blieb. Versuche es erneut"
    case .watcherFailed(let path, let reason):
      "\(path): Nichts ist gesperrt, denn die Wache über die Frist startet nicht (\(reason)). Schaffe Platz und versuche es erneut"
    case .watcherSilent(let path):
      "\(path): Nichts ist gesperrt, denn die Wache über die Frist endete ohne Antwort. Prüfe die Sperrdateien im Datenverzeichnis, entferne LD_PRELOAD und versuche es erneut"
    case .authorizationFailed: "Die Erlaubnis zum Sperren wurde verweigert. Bitte erneut darum."
    case .updateFailed(let reason):
      "Die gesperrten Ziele ließen sich nicht ändern (\(reason)). Versuche es erneut."
    case .notAuthorized: "Die Erlaubnis zum Sperren fehlt. Richte die Sperre ein."
    }
  }

  /// The sentence in Spanish.
  var spanish: String {
    switch self {
    case .missing(let path):
      "\(path): no existe. Créalo, o elige otro con --hosts-file"
    case .notPermitted(let path):
      "\(path): no hay permiso para cambiarlo. Ejecuta como un usuario que pueda, o elige otro con --hosts-file"
    case .notAFile(let path): "\(path): no es un archivo normal. Elige otro con --hosts-file"
    case .linkLoop(let path): GatePhrase.linkLoop(path: path).spanish
    case .readFailed(let path, let reason):
      "\(path): no se puede leer (\(reason)). Hazlo legible e inténtalo otra vez"
    case .writeFailed(let path, let reason):
      "\(path): no se puede escribir (\(reason)). Hazlo modificable, o elige otro con --hosts-file"
    case .noRoom(let path, let reason):
      "\(path): no se puede escribir (\(reason)). Haz sitio e inténtalo otra vez"
    case .isMounted(let path, let reason):
      "\(path): no se puede escribir (\(reason)). Está montado por separado y no se puede sustituir: elige otro con --hosts-file"
    case .changedMeanwhile(let path):
      "\(path): otro programa lo cambió en el mismo momento; su cambio se conservó. Inténtalo otra vez"
    case .watcherFailed(let path, let reason):
      "\(path): nada está bloqueado, pues la vigilancia del plazo no arranca (\(reason)). Haz sitio e inténtalo otra vez"
    case .watcherSilent(let path):
      "\(path): nada está bloqueado, pues la vigilancia del plazo terminó sin respuesta. Revisa los archivos de bloqueo del directorio de datos, quita LD_PRELOAD e inténtalo otra vez"
    case .authorizationFailed: "Se negó el permiso para bloquear. Pídelo otra vez."
    case .updateFailed(let reason):
      "No se pudieron cambiar los objetivos bloqueados (\(reason)). Inténtalo otra vez."
    case .notAuthorized: "Falta el permiso para bloquear. Configura el bloqueo."
    }
  }
}
