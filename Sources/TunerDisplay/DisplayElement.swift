// SPDX-License-Identifier: MIT

import TunerState
import Tuning

/// A part of the display with a stable name, independent of language and size, for programs that
/// read or drive the display.
package enum DisplayElement: Hashable, Sendable {
  case tuningName, targetMode, noteName, deviation, needle, figures, message
  /// An open string by its position.
  case string(Int)
  /// A row of the settings page.
  case setting(SettingRow)

  /// The name, which consists of letters, digits and hyphens.
  package var id: String {
    switch self {
    case .tuningName: "tuning-name"
    case .targetMode: "target-mode"
    case .noteName: "note-name"
    case .deviation: "deviation"
    case .needle: "needle"
    case .figures: "figures"
    case .message: "message"
    case .string(let position): "string-\(position)"
    case .setting(let row): "setting-\(row.id)"
    }
  }
}

extension SettingRow {
  /// The key under which the setting is stored.
  package var id: String {
    switch self {
    case .tuning: SettingKey.selectedTuningID.rawValue
    case .a4: SettingKey.a4.rawValue
    case .tolerance: SettingKey.tolerance.rawValue
    case .notation: SettingKey.notation.rawValue
    case .theme: SettingKey.themeMode.rawValue
    case .feedback: SettingKey.feedback.rawValue
    }
  }
}

extension DisplayFrame {
  /// Returns the text of each visible element of the picture, in the player's language.
  package func texts(look: DisplayStyle) -> [DisplayElement: String] {
    let words = MeterTexts(frame: self, look: look)
    let isOfStrokes = shown.mode == .all
    let sentence = LocalisedStrokeSentence(
      view: shown.strum, settings: shown.settings.values, look: look)
    var texts: [DisplayElement: String] = [
      .tuningName: look.name(of: shown.state.selectedTuning), .targetMode: words.header,
      .deviation: (isOfStrokes ? sentence.text : words.deviation) ?? words.status,
    ]
    texts[.noteName] = isOfStrokes ? nil : words.noteName
    texts[.message] = words.message
    if texts[.noteName] != nil { texts[.needle] = "\(shown.markerPosition)" }
    let figures = words.figures
    if !figures.isEmpty { texts[.figures] = figures.joined(separator: "\n") }
    for string in shown.targetStringIndicators {
      texts[.string(string.string.position)] = look.name(
        of: string.note, in: tuner.settings.values.notation)
    }
    if case .settings = display.page {
      let page = SettingsPage(tuner: tuner, row: .tuning, look: look)
      for row in SettingRow.allCases { texts[.setting(row)] = page.value(of: row) }
    }
    return texts
  }
}
