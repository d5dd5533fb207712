// SPDX-License-Identifier: MIT

import FileFormats
import Terminal
package import Tuning

/// The list of all tunings, as text and as JSON.
package struct TuningList {
  /// The player's own tunings.
  private let own: [InstrumentTuning]
  /// The id of the selected tuning.
  private let selected: String

  /// Makes the list.
  package init(own: [InstrumentTuning], selected: String) {
    self.own = own
    self.selected = selected
  }

  /// The list as text, one line per tuning, the player's own tunings last.
  package var text: String {
    (InstrumentTuning.presets + own).map { tuning in
      let mark = tuning.id == selected ? "*" : " "
      return "\(mark) \(filled(tuning.id, to: 16)) "
        + "\(filled(printable(tuning.name), to: 20)) \(NoteStyle.english.text(of: tuning))\n"
    }.joined()
  }

  /// The list as one JSON object, with a line for each tuning:
  /// `{"schema":"tuner.tunings/1","selected":"…","tunings":[…]}`.
  package var json: String {
    let lines = (InstrumentTuning.presets + own).map { tuning in
      let line = NDJSONRendering.object([
        ("id", Field(tuning.id)), ("name", Field(tuning.name)),
        ("notes", Field(NoteStyle.english.text(of: tuning))),
        ("string_count", Field(tuning.strings.count)),
        ("origin", Field(InstrumentTuning.preset(tuning.id) == nil ? "own" : "built-in")),
      ])
      let names = tuning.localizedNames.sorted { $0.key < $1.key }
      let object = JSONValue.object(names.map { ($0.key, .text($0.value)) })
      return "\(line.dropLast(2)),\"names\":\(object.compact)}"
    }
    return
      "{\"schema\":\"tuner.tunings/1\",\"selected\":\(JSONValue.quoted(selected)),\"tunings\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
  }
}
