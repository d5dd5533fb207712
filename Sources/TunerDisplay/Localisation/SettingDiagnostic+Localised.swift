// SPDX-License-Identifier: MIT

import TunerState

extension SettingDiagnostic {
  /// The diagnostic in Spanish.
  var spanish: String {
    "\(key.rawValue) no puede ser \(value.spanish); vale \(instead.spanish). \(key.spanishRemedy)"
  }

  /// The diagnostic in German.
  var german: String {
    "\(key.rawValue) kann nicht \(value.german) sein; es gilt \(instead.german). \(key.germanRemedy)"
  }
}

extension StoredValue {
  /// The value as the player types it, in Spanish.
  fileprivate var spanish: String {
    switch self {
    case .other: "una lista o un objeto"
    case .text, .number, .flag: description
    }
  }

  /// The value as the player types it, in German.
  fileprivate var german: String {
    switch self {
    case .other: "eine Liste oder ein Objekt"
    case .text, .number, .flag: description
    }
  }
}

extension SettingKey {
  /// The values that the setting takes, as a sentence in Spanish.
  fileprivate var spanishRemedy: String {
    switch self {
    case .selectedTuningID: "Elige una afinación con: tuner tunings list"
    case .themeMode: "Elige light, dark o system."
    case .enableHapticFeedback: "Elige true o false."
    case .noiseGateThreshold: "Da un número de 0 a 1."
    case .frequencyUpdateRate: "Da de 10 a 60 lecturas por segundo, con seis decimales como mucho."
    case .a4: "Da de 390 a 490 Hz."
    case .temperament: "Elige equal, just, meantone u otro de la lista de --help."
    case .notation: "Elige english, german o solfege."
    case .tolerance: "Da de 0,5 a 20 cents."
    case .hysteresis: "Da de 0 a 5 cents."
    case .confirmationHold: "Da de 0 a 2 segundos."
    case .stringOffsets: "Da cuerdas con sus cents, como 6=-2,3=+1.5."
    case .leftHanded: "Elige true o false."
    case .feedback: "Elige bell, chime o none."
    }
  }

  /// The values that the setting takes, as a sentence in German.
  fileprivate var germanRemedy: String {
    switch self {
    case .selectedTuningID: "Wähl eine Stimmung: tuner tunings list"
    case .themeMode: "Wähl light, dark oder system."
    case .enableHapticFeedback: "Wähl true oder false."
    case .noiseGateThreshold: "Gib eine Zahl von 0 bis 1 an."
    case .frequencyUpdateRate:
      "Gib 10 bis 60 Messungen je Sekunde an, mit höchstens sechs Nachkommastellen."
    case .a4: "Gib 390 bis 490 Hz an."
    case .temperament: "Wähl equal, just, meantone oder einen anderen Namen aus --help."
    case .notation: "Wähl english, german oder solfege."
    case .tolerance: "Gib 0,5 bis 20 Cent an."
    case .hysteresis: "Gib 0 bis 5 Cent an."
    case .confirmationHold: "Gib 0 bis 2 Sekunden an."
    case .stringOffsets: "Gib Saiten mit ihren Cent an, etwa 6=-2,3=+1.5."
    case .leftHanded: "Wähl true oder false."
    case .feedback: "Wähl bell, chime oder none."
    }
  }
}
