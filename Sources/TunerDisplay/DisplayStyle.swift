// SPDX-License-Identifier: MIT

import Terminal
package import TunerState
package import Tuning

/// The language and style of the display.
package struct DisplayStyle: Hashable, Sendable {
  /// The language of every word.
  package var language = Language.english
  /// True when characters beyond ASCII are drawn.
  package var hasUnicode = true
  /// True when colours are drawn.
  package var hasColor = true
  /// The background on which the colours must be readable.
  package var theme = ThemeMode.system
  /// True for the strings in the order of a left-handed instrument: the lowest at the right.
  package var isLeftHanded = false
  /// The notation of octaves.
  package var octaves = OctaveConvention.scientific

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - language: the language of every word.
  ///   - hasUnicode: true to draw characters beyond ASCII.
  ///   - hasColor: true to draw colours.
  ///   - theme: the background on which the colours must be readable.
  ///   - isLeftHanded: true for strings in the order of a left-handed instrument.
  ///   - octaves: the notation of octaves.
  package init(
    language: Language = .english, hasUnicode: Bool = true, hasColor: Bool = true,
    theme: ThemeMode = .system, isLeftHanded: Bool = false,
    octaves: OctaveConvention = .scientific
  ) {
    self.language = language
    self.hasUnicode = hasUnicode
    self.hasColor = hasColor
    self.theme = theme
    self.isLeftHanded = isLeftHanded
    self.octaves = octaves
  }

  /// Returns a phrase in the language.
  func text(_ phrase: Phrase) -> String {
    let text = phrase.text(in: language)
    return hasUnicode ? text : Self.ascii(text)
  }

  /// Returns a tuning's name in the language, made safe for a terminal.
  func name(of tuning: InstrumentTuning) -> String {
    let name = printable(tuning.name(in: language.rawValue))
    return hasUnicode ? name : Self.ascii(name)
  }

  /// Returns a temperament's name, with its root in the player's note names, made safe for a
  /// terminal; for a Scala file, the name without the directory.
  func name(of temperament: Temperament, in notation: NoteNotation) -> String {
    let path = temperament.name(in: notation)
    let name = printable(path.split(separator: "/").last.map(String.init) ?? path)
    return hasUnicode ? name : Self.ascii(name)
  }

  /// Returns a note with its octave, in the language of the player's note names.
  func name(of note: SpelledNote, in notation: NoteNotation) -> String {
    notation.text(of: note, octaves: octaves)
  }

  /// Returns the colour of a marker, bright on a dark background.
  func color(_ marker: MarkerColor) -> CellColor? {
    switch (marker, theme) {
    case (.green, .dark): .brightGreen
    case (.yellow, .dark): .brightYellow
    case (.red, .dark): .brightRed
    case (.green, .light), (.green, .system): .green
    case (.yellow, .system): .yellow
    // Yellow is unreadable on white.
    case (.yellow, .light): .magenta
    case (.red, .light), (.red, .system): .red
    case (.grey, _): nil
    }
  }

  /// The colour of elements that react to keys.
  var accent: CellColor { theme == .dark ? .brightCyan : theme == .light ? .blue : .cyan }

  /// Returns a text that fits in some columns, with a mark at its end if it is cut.
  func shortened(_ text: String, to columns: Int) -> String {
    if text.cellWidth <= columns { return text }
    let mark = hasUnicode ? "…" : "~"
    var cut = ""
    var room = columns - mark.cellWidth
    for character in text {
      room -= character.cellWidth
      if room < 0 { break }
      cut.append(character)
    }
    return columns > 0 ? cut + mark : ""
  }

  /// Returns the lines of a text; if there are too many, the last one ends with a mark.
  func wrapped(_ text: String, columns: Int, atMost count: Int) -> [String] {
    let lines = WrappedText.lines(of: text, columns: columns)
    guard lines.count > count else { return lines }
    guard count > 0 else { return [] }
    let mark = hasUnicode ? "…" : "..."
    var last = lines[count - 1]
    while !last.isEmpty, last.cellWidth + mark.cellWidth > columns { last.removeLast() }
    return lines.prefix(count - 1) + [last + mark]
  }

  /// Returns the lines of a message at the end of a page.
  ///
  /// The message occupies at most a third of the page, so that the note stays visible; four lines
  /// hold each message in the least columns.
  func message(_ text: String, in grid: CellGrid, columns: Int) -> [String] {
    wrapped(text, columns: columns, atMost: max(4, grid.rows / 3))
  }

  /// Returns the text in ASCII, for a terminal that shows no other characters.
  package static func ascii(_ text: String) -> String {
    var result = ""
    for character in text {
      if character.isASCII { result.append(character) } else { result += replacement(character) }
    }
    return result
  }

  private static func replacement(_ character: Character) -> String {
    switch character {
    case "♯": "#"
    case "♭": "b"
    case "±": "+-"
    case "…": "..."
    case "–", "−": "-"
    case "„", "“", "”", "«", "»": "\""
    case "·": "-"
    case "✓": "*"
    case "█": "#"
    case "░": "."
    case "↑": "^"
    case "↓": "v"
    case "←": "<"
    case "→": ">"
    case "è": "e"
    case "á": "a"
    case "é": "e"
    case "í": "i"
    case "ó": "o"
    case "ú": "u"
    case "ñ": "n"
    case "ä": "ae"
    case "ö": "oe"
    case "ü": "ue"
    case "Ä": "Ae"
    case "Ö": "Oe"
    case "Ü": "Ue"
    case "ß": "ss"
    case "¿", "¡": ""
    default: "?"
    }
  }
}
