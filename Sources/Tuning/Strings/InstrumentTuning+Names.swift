// SPDX-License-Identifier: MIT

extension InstrumentTuning {
  /// Returns the names of a built-in tuning in other languages than English.
  ///
  /// Names that are written as in English, such as Drop D, are left out.
  ///
  /// - Parameter id: the id of the tuning.
  /// - Returns: the names by ISO 639-1 code.
  static func names(of id: String) -> [String: String] {
    var names: [String: String] = [:]
    names["de"] = germanNames[id]
    names["es"] = spanishNames[id]
    return names
  }

  /// The German names by id.
  static let germanNames = [
    "double_drop_d": "Double Drop D", "half_step_down": "Halbton tiefer",
    "full_step_down": "Ganzton tiefer", "all_fourths": "Nur Quarten",
    "new_standard": "New Standard",
    "baritone_b": "Bariton B", "seven_string": "Siebensaitig", "eight_string": "Achtsaitig",
    "twelve_string": "Zwölfsaitig", "bass_drop_d": "Bass, Drop D", "bass_five": "Bass, fünfsaitig",
    "bass_six": "Bass, sechssaitig", "ukulele_low_g": "Ukulele, tiefes G", "mandolin": "Mandoline",
    "banjo_open_g": "Banjo, Open G", "violin": "Geige",
  ]

  /// The Spanish names by id.
  static let spanishNames = [
    "standard": "Estándar", "double_drop_d": "Doble drop D", "half_step_down": "Medio tono abajo",
    "full_step_down": "Un tono abajo", "all_fourths": "Todo en cuartas",
    "baritone_b": "Barítono B", "seven_string": "Siete cuerdas", "eight_string": "Ocho cuerdas",
    "twelve_string": "Doce cuerdas", "bass_standard": "Bajo", "bass_drop_d": "Bajo, drop D",
    "bass_five": "Bajo de cinco cuerdas", "bass_six": "Bajo de seis cuerdas",
    "ukulele": "Ukelele", "ukulele_low_g": "Ukelele, G grave", "mandolin": "Mandolina",
    "violin": "Violín", "cello": "Violonchelo",
  ]

  /// Returns true if a text is the name of the tuning in any language.
  ///
  /// - Parameter text: a name. Only its letters and digits count: "Drop D" and "drop-d" are the
  ///   same.
  /// - Returns: true for a name.
  package func isNamed(_ text: String) -> Bool {
    let key = Self.key(of: text)
    return Self.key(of: name) == key || localizedNames.values.contains { Self.key(of: $0) == key }
  }

  private static func key(of name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "#" })
  }

  /// The tuning as the document that a player changes into an own tuning.
  ///
  /// A built-in tuning is without its names in other languages. The player gives the copy a name,
  /// and would otherwise have to change the others as well.
  package var template: InstrumentTuning {
    guard InstrumentTuning.preset(id) != nil else { return self }
    return InstrumentTuning(unchecked: id, name: name, isRising: isRising, strings: strings)
  }
}
