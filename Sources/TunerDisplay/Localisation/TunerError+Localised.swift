// SPDX-License-Identifier: MIT

package import TunerState
import Tuning

extension TunerError {
  /// Returns the error in a language: complete sentences, the last of which is the remedy.
  ///
  /// Words of the system, which are always English, are quoted.
  ///
  /// - Parameter language: the language.
  /// - Returns: one line, which ends with a full stop.
  package func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .spanish: spanish
    case .german: german
    }
  }

  /// The error in English.
  var english: String { description }

  /// The error in Spanish.
  var spanish: String {
    switch self {
    case .audio(.accessDenied):
      "No tienes acceso al dispositivo de sonido. Añádete al grupo audio y vuelve a entrar."
    case .audio(.deviceUnavailable):
      "El dispositivo falta o está en uso. Conéctalo o elige otro con: tuner devices"
    case .audio(.configurationRefused):
      "El dispositivo rechaza estos ajustes. Elige otro con: tuner devices"
    case .audio(.unknown(let description)): "Error de sonido («\(description)»). Empieza de nuevo."
    case .tuningNotFound(let id): "No existe la afinación \"\(id)\". Elige una de la lista."
    case .stringNotFound(let position, let count):
      "No hay cuerda \(position). Elige una de 1 a \(count)."
    case .capoOutOfReach(let fret):
      "La cejilla no llega al traste \(fret). Elige uno de 0 a 12."
    case .noPitch(let string, let temperament):
      "El temperamento \(temperament.fileName) no da altura a la cuerda \(string.position) "
        + "(\(string.spelling)). Elige otra afinación u otro temperamento."
    case .strumOutOfRange(let string):
      "La cuerda \(string.position) (\(string.spelling)) queda fuera del rasgueo. "
        + "Afina cuerda a cuerda."
    case .strumTargetsDiffer(let positions):
      "Un rasgueo no separa las cuerdas \(Self.list(positions)), y sus objetivos difieren. "
        + "Dales uno solo o afina cuerda a cuerda."
    case .settingRefused(let diagnostic): diagnostic.spanish
    case .storage(.noHome): "No hay carpeta personal para los ajustes. Define HOME."
    case .storage(.readOnly(let place)): "\(place): no se puede escribir. Cambia sus permisos."
    case .storage(.full(let place)): "\(place): no queda espacio. Haz sitio y elige de nuevo."
    case .storage(.unreadable(let place, let reason)):
      "\(place): no se puede leer («\(reason)»). Repáralo o bórralo."
    case .storage(.laterVersion(let place, let version)):
      "\(place): es de una versión posterior (\(version)); no se guarda nada. Actualiza el programa."
    case .storage(.unknown(let description)):
      "No se pudo guardar («\(description)»). Define XDG_CONFIG_HOME."
    }
  }

  /// The error in German.
  var german: String {
    switch self {
    case .audio(.accessDenied):
      "Der Zugriff auf das Gerät ist verweigert. Tritt der Gruppe audio bei und melde dich neu an."
    case .audio(.deviceUnavailable):
      "Das Gerät fehlt oder ist belegt. Schließ es an oder wähl ein anderes: tuner devices"
    case .audio(.configurationRefused):
      "Das Gerät nimmt diese Einstellungen nicht an. Wähl ein anderes: tuner devices"
    case .audio(.unknown(let description)): "Tonfehler („\(description)“). Starte neu."
    case .tuningNotFound(let id): "Es gibt keine Stimmung \"\(id)\". Wähl eine aus der Liste."
    case .stringNotFound(let position, let count):
      "Es gibt keine Saite \(position). Wähl eine von 1 bis \(count)."
    case .capoOutOfReach(let fret):
      "Ein Kapo reicht nicht bis Bund \(fret). Wähl einen von 0 bis 12."
    case .noPitch(let string, let temperament):
      "Die Temperatur \(temperament.fileName) hat keine Tonhöhe für Saite \(string.position) "
        + "(\(string.spelling)). Wähl eine andere Stimmung oder Temperatur."
    case .strumOutOfRange(let string):
      "Saite \(string.position) (\(string.spelling)) liegt außerhalb des Anschlags. Stimm einzeln."
    case .strumTargetsDiffer(let positions):
      "Ein Anschlag trennt die Saiten \(Self.list(positions)) nicht, und ihre Ziele weichen ab. "
        + "Gib ihnen ein Ziel oder stimm einzeln."
    case .settingRefused(let diagnostic): diagnostic.german
    case .storage(.noHome): "Es gibt kein Verzeichnis für Einstellungen. Setz HOME."
    case .storage(.readOnly(let place)):
      "\(place): darf nicht beschrieben werden. Ändere die Rechte."
    case .storage(.full(let place)): "\(place): kein Platz mehr. Schaff Platz und wähl noch einmal."
    case .storage(.unreadable(let place, let reason)):
      "\(place): unlesbar („\(reason)“). Bring es in Ordnung oder lösch es."
    case .storage(.laterVersion(let place, let version)):
      "\(place): von einer späteren Version (\(version)); nichts wird gesichert. Erneuer das Programm."
    case .storage(.unknown(let description)):
      "Es konnte nicht gesichert werden („\(description)“). Setz XDG_CONFIG_HOME."
    }
  }
}
