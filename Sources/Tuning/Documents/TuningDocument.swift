// SPDX-License-Identifier: MIT

internal import Acoustics
internal import FileFormats

/// A tuning as text: `tunings export` prints it and `tunings add` reads it.
///
/// ```json
/// {
///   "schema": "tuner.tuning/1",
///   "id": "dadgad",
///   "name": "DADGAD",
///   "strings": [
///     {"position": 6, "note": "D", "octave": 2},
///     …
///   ]
/// }
/// ```
///
/// The strings are listed from the highest position to position 1. The keys `names` (by ISO 639-1
/// code) and `rising` are optional, and for a string `course` and `offset_cents`. The document
/// contains no frequencies, because they follow from the note, A4 and the temperament.
public struct TuningDocument: Hashable, Sendable {
  /// The name and version of the format.
  public static let schema = "tuner.tuning/1"

  /// The tuning.
  public let tuning: InstrumentTuning

  /// Makes a document of a tuning.
  public init(_ tuning: InstrumentTuning) { self.tuning = tuning }

  /// The document as JSON, with one line per string.
  public var text: String {
    var members: [(String, JSONValue)] = [
      ("schema", .text(Self.schema)), ("id", .text(tuning.id)), ("name", .text(tuning.name)),
    ]
    if !tuning.localizedNames.isEmpty {
      let names = tuning.localizedNames.sorted { $0.key < $1.key }
      members.append(("names", .object(names.map { ($0.key, .text($0.value)) })))
    }
    if tuning.isRising { members.append(("rising", .truth(true))) }
    let head = members.map { "  \(JSONValue.quoted($0.0)): \($0.1.spaced),\n" }.joined()
    let strings = tuning.strings.map { "    \(Self.object($0).spaced)" }
    return "{\n\(head)  \"strings\": [\n\(strings.joined(separator: ",\n"))\n  ]\n}\n"
  }

  private static func object(_ string: GuitarString) -> JSONValue {
    let note = string.spelling
    var members: [(String, JSONValue)] = [("position", JSONValue(string.position))]
    if string.course != string.position { members.append(("course", JSONValue(string.course))) }
    let name = NoteNotation.english.name(of: note.letter, note.accidental)
    members += [("note", .text(name)), ("octave", JSONValue(note.octave))]
    if string.offset.value != 0 {
      members.append(("offset_cents", .digits("\(string.offset.value)")))
    }
    return .object(members)
  }
}
