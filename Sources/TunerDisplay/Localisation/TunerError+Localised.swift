// SPDX-License-Identifier: MIT

import TunerState

extension TunerError {
  /// What went wrong, in English: the error's own words.
  var english: String { description }

  /// What went wrong, in Spanish.
  var spanish: String {
    switch self {
    case .audio(.accessDenied):
      "El micrófono no está permitido. Añádete al grupo audio y vuelve a entrar."
    case .audio(.deviceUnavailable):
      "El dispositivo falta o está en uso. Conéctalo o elige otro con: tuner devices"
    case .audio(.configurationRefused):
      "El dispositivo rechaza estos ajustes. Elige otro con: tuner devices"
    case .audio(.unknown(let description)): "Error de sonido: \(description)"
    case .tuningNotFound(let id): "No existe la afinación \"\(id)\". Elige una de la lista."
    case .stringNotFound(let position, let count):
      "No hay cuerda \(position). Elige una de 1 a \(count)."
    case .capoOutOfReach(let fret):
      "La cejilla no llega al traste \(fret). Elige uno de 0 a 12."
    case .settingRefused(let diagnostic): "Ajuste rechazado: \(diagnostic.description)"
    case .storage(.noHome): "No hay carpeta personal para los ajustes. Define HOME."
    case .storage(.readOnly(let place)): "\(place): no se puede escribir. Cambia sus permisos."
    case .storage(.full(let place)): "\(place): no queda espacio. Haz sitio y elige de nuevo."
    case .storage(.unreadable(let place, let reason)):
      "\(place): no se puede leer (\(reason)). Repáralo o bórralo."
    case .storage(.unknown(let description)): "Error al guardar: \(description)"
    }
  }

  /// What went wrong, in German.
  var german: String {
    switch self {
    case .audio(.accessDenied):
      "Das Mikrofon ist nicht erlaubt. Tritt der Gruppe audio bei und melde dich neu an."
    case .audio(.deviceUnavailable):
      "Das Gerät fehlt oder ist belegt. Schließ es an oder wähl ein anderes: tuner devices"
    case .audio(.configurationRefused):
      "Das Gerät nimmt diese Einstellungen nicht an. Wähl ein anderes: tuner devices"
    case .audio(.unknown(let description)): "Tonfehler: \(description)"
    case .tuningNotFound(let id): "Es gibt keine Stimmung \"\(id)\". Wähl eine aus der Liste."
    case .stringNotFound(let position, let count):
      "Es gibt keine Saite \(position). Wähl eine von 1 bis \(count)."
    case .capoOutOfReach(let fret):
      "Ein Kapo reicht nicht bis Bund \(fret). Wähl einen von 0 bis 12."
    case .settingRefused(let diagnostic): "Einstellung abgelehnt: \(diagnostic.description)"
    case .storage(.noHome): "Es gibt kein Verzeichnis für Einstellungen. Setz HOME."
    case .storage(.readOnly(let place)):
      "\(place): darf nicht beschrieben werden. Ändere die Rechte."
    case .storage(.full(let place)): "\(place): kein Platz mehr. Schaff Platz und wähl noch einmal."
    case .storage(.unreadable(let place, let reason)):
      "\(place): unlesbar (\(reason)). Bring es in Ordnung oder lösch es."
    case .storage(.unknown(let description)): "Fehler beim Sichern: \(description)"
    }
  }
}
