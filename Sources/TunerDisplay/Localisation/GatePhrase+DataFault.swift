// SPDX-License-Identifier: MIT

package import PracticeGoals

extension GatePhrase {
  /// A sentence for the reason why practice or health data can't be read or written.
  package enum DataFault: Hashable, Sendable {
    case file(PracticeDataError.Fault)
    case notAvailable
    case accessDenied
    case unreadable(reason: String)
  }
}

extension GatePhrase.DataFault {
  /// The sentence in English.
  var english: String {
    switch self {
    case .file(let fault): fault.english
    case .notAvailable: "The data is not available here. Choose another metric for the goal."
    case .accessDenied: "The data may not be read. Grant the permission and try again."
    case .unreadable(let reason): "The data could not be read (\(reason)). Try again."
    }
  }

  /// The sentence in German.
  var german: String {
    switch self {
    case .file(let fault): fault.german
    case .notAvailable: "Diese Daten gibt es hier nicht. Wähle eine andere Größe für das Ziel."
    case .accessDenied:
      "Die Daten dürfen nicht gelesen werden. Erteile die Erlaubnis und versuche es erneut."
    case .unreadable(let reason):
      "Die Daten waren nicht lesbar („\(reason)“). Versuche es erneut."
    }
  }

  /// The sentence in Spanish.
  var spanish: String {
    switch self {
    case .file(let fault): fault.spanish
    case .notAvailable: "Estos datos no existen aquí. Elige otra medida para la meta."
    case .accessDenied: "Los datos no se pueden leer. Da el permiso e inténtalo otra vez."
    case .unreadable(let reason):
      "Los datos no se pudieron leer («\(reason)»). Inténtalo otra vez."
    }
  }
}

extension PracticeDataError.Fault {
  /// The sentence in English.
  var english: String {
    switch self {
    case .linkLoop(let path): GatePhrase.linkLoop(path: path).english
    case .journalDirectoryFailed(let path, let reason):
      "\(path): the journal's directory can't be used (\(reason)). Make it writable, or set XDG_DATA_HOME to another"
    case .journalUnreadable(let path, let reason):
      "\(path): the journal can't be read (\(reason)). Make it readable and try again"
    case .journalUnwritable(let path, let reason):
      "\(path): the practice can't be written down (\(reason)). Make it writable"
    case .noRoom(let path, let reason):
      "\(path): the practice can't be written down (\(reason)). Make room"
    case .symbolicLink(let path):
      "\(path): is a symbolic link, so it is no file of the journal. Move it away and try again"
    case .notAFile(let path):
      "\(path): is not a regular file, so it is no file of the journal. Move it away and try again"
    case .otherOwner(let path, let owner):
      "\(path): belongs to \(owner), so it is no file of the journal. Move it away and try again"
    case .journalHeld(let path, let holder):
      "\(path): \(holder) has the journal and does not give it back. End it and try again"
    case .foreignJournal(let path, let owner):
      "\(path): belongs to \(owner) or can be changed by others, and root keeps no journal there. Run as \(owner), or set XDG_DATA_HOME to a directory of root's"
    case .exportUnreadable(let path, let reason):
      "\(path): can't be read (\(reason)). Make it readable and try again"
    case .notXML(let path, let line, let reason):
      "\(path): line \(line) is not XML (\(reason)). Export the health data again"
    case .declaresEntities(let path, let line):
      "\(path): line \(line) declares entities, which health data never has. Export it again"
    case .tagTooLong(let path, let line, let limit):
      "\(path): the tag in line \(line) is longer than \(limit) bytes. Export the health data again"
    case .notHealthData(let path, let root):
      "\(path): this holds <\(root)>, not <HealthData>. Choose the export.xml of Apple Health"
    case .exportTooOld(let path):
      "\(path): this was exported before today and knows nothing of it. Export the health data again"
    }
  }

  /// The sentence in German.
  var german: String {
    switch self {
    case .linkLoop(let path): GatePhrase.linkLoop(path: path).german
    case .journalDirectoryFailed(let path, let reason):
      "\(path): Das Verzeichnis des Tagebuchs ist nicht benutzbar (\(reason)). Mache es beschreibbar, oder setze XDG_DATA_HOME auf ein anderes"
    case .journalUnreadable(let path, let reason):
      "\(path): Das Tagebuch ist nicht lesbar (\(reason)). Mache es lesbar und versuche es erneut"
    case .journalUnwritable(let path, let reason):
      "\(path): Die Übung lässt sich nicht aufschreiben (\(reason)). Mache das Tagebuch beschreibbar"
    case .noRoom(let path, let reason):
      "\(path): Die Übung lässt sich nicht aufschreiben (\(reason)). Schaffe Platz"
    case .symbolicLink(let path):
      "\(path): Das ist ein symbolischer Link und daher keine Datei des Tagebuchs. Verschiebe ihn und versuche es erneut"
    case .notAFile(let path):
      "\(path): Das ist keine gewöhnliche Datei und daher keine des Tagebuchs. Verschiebe den Eintrag und versuche es erneut"
    case .otherOwner(let path, let owner):
      "\(path): Das gehört \(owner) und ist daher keine Datei des Tagebuchs. Verschiebe den Eintrag und versuche es erneut"
    case .journalHeld(let path, let holder):
      "\(path): Das Tagebuch ist belegt und wird nicht frei („\(holder)“). Beende diesen Prozess und versuche es erneut"
    case .foreignJournal(let path, let owner):
      "\(path): Das gehört \(owner) oder ist von anderen änderbar, und root führt dort kein Tagebuch. Starte als \(owner), oder setze XDG_DATA_HOME auf ein Verzeichnis von root"
    case .exportUnreadable(let path, let reason):
      "\(path): Die Datei ist nicht lesbar (\(reason)). Mache sie lesbar und versuche es erneut"
    case .notXML(let path, let line, let reason):
      "\(path): Zeile \(line) ist kein XML (\(reason)). Exportiere die Gesundheitsdaten erneut"
    case .declaresEntities(let path, let line):
      "\(path): Zeile \(line) vereinbart Entitäten, die Gesundheitsdaten nie haben. Exportiere sie erneut"
    case .tagTooLong(let path, let line, let limit):
      "\(path): Das Tag in Zeile \(line) ist länger als \(limit) Bytes. Exportiere die Gesundheitsdaten erneut"
    case .notHealthData(let path, let root):
      "\(path): Hier steht <\(root)>, nicht <HealthData>. Wähle die Datei export.xml von Apple Health"
    case .exportTooOld(let path):
      "\(path): Der Export ist von einem früheren Tag und hat keine Daten von heute. Exportiere die Gesundheitsdaten erneut"
    }
  }

  /// The sentence in Spanish.
  var spanish: String {
    switch self {
    case .linkLoop(let path): GatePhrase.linkLoop(path: path).spanish
    case .journalDirectoryFailed(let path, let reason):
      "\(path): el directorio del diario no se puede usar (\(reason)). Hazlo modificable, o define XDG_DATA_HOME como otro"
    case .journalUnreadable(let path, let reason):
      "\(path): el diario no se puede leer (\(reason)). Hazlo legible e inténtalo otra vez"
    case .journalUnwritable(let path, let reason):
      "\(path): la práctica no se puede anotar (\(reason)). Haz modificable el diario"
    case .noRoom(let path, let reason):
      "\(path): la práctica no se puede anotar (\(reason)). Haz sitio"
    case .symbolicLink(let path):
      "\(path): es un enlace simbólico y por eso no es un archivo del diario. Muévelo e inténtalo otra vez"
    case .notAFile(let path):
      "\(path): no es un archivo normal y por eso no es del diario. Muévelo e inténtalo otra vez"
    case .otherOwner(let path, let owner):
      "\(path): es de \(owner) y por eso no es un archivo del diario. Muévelo e inténtalo otra vez"
    case .journalHeld(let path, let holder):
      "\(path): el diario está ocupado y no queda libre («\(holder)»). Termina ese proceso e inténtalo otra vez"
    case .foreignJournal(let path, let owner):
      "\(path): es de \(owner) o lo pueden cambiar otros, y root no lleva ningún diario ahí. Ejecuta como \(owner), o define XDG_DATA_HOME como un directorio de root"
    case .exportUnreadable(let path, let reason):
      "\(path): no se puede leer (\(reason)). Hazlo legible e inténtalo otra vez"
    case .notXML(let path, let line, let reason):
      "\(path): la línea \(line) no es XML (\(reason)). Exporta otra vez los datos de salud"
    case .declaresEntities(let path, let line):
      "\(path): la línea \(line) declara entidades, que los datos de salud nunca tienen. Expórtalos otra vez"
    case .tagTooLong(let path, let line, let limit):
      "\(path): la etiqueta de la línea \(line) pasa de \(limit) bytes. Exporta otra vez los datos de salud"
    case .notHealthData(let path, let root):
      "\(path): contiene <\(root)>, no <HealthData>. Elige el export.xml de Apple Health"
    case .exportTooOld(let path):
      "\(path): se exportó antes de hoy y no tiene datos de hoy. Exporta otra vez los datos de salud"
    }
  }
}
