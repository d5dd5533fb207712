// SPDX-License-Identifier: MIT

import FileFormats
import Terminal
package import Tuning

/// All tunings, for people and for machines.
package struct TuningList {
  /// The player's own tunings.
  private let own: [InstrumentTuning]
  /// The id of the selected one.
  private let selected: String

  /// Prepares the list.
  package init(own: [InstrumentTuning], selected: String) {
    self.own = own
    self.selected = selected
  }

  /// The list as text: a line each, the player's own tunings last.
  package var text: String {
    (InstrumentTuning.presets + own).map { tuning in
      let mark = tuning.id == selected ? "*" : " "
      return "\(mark) \(TextFigures.fill(tuning.id, to: 16)) "
        + "\(TextFigures.fill(printable(tuning.name), to: 20)) \(Self.notes(of: tuning))\n"
    }.joined()
  }

  /// One object: `{"schema":"tuner.tunings/1","selected":"…","tunings":[…]}`, a line for each tuning.
  package var json: String {
    let lines = (InstrumentTuning.presets + own).map { tuning in
      let line = NDJSONRendering.object([
        ("id", Field(tuning.id)), ("name", Field(tuning.name)),
        ("notes", Field(Self.notes(of: tuning))), ("string_count", Field(tuning.strings.count)),
        ("origin", Field(InstrumentTuning.preset(tuning.id) == nil ? "own" : "built-in")),
      ])
      return String(line.dropLast())
    }
    return
      "{\"schema\":\"tuner.tunings/1\",\"selected\":\(JSONValue.quoted(selected)),\"tunings\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
  }

  /// The strings from low to high, the strings of a course joined by a stroke.
  static func notes(of tuning: InstrumentTuning) -> String {
    var text = ""
    var course: Int?
    for string in tuning.strings {
      if let course { text += course == string.course ? "/" : " " }
      text += string.spelling.description
      course = string.course
    }
    return text
  }
}
