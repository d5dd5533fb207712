// SPDX-License-Identifier: MIT

internal import Acoustics
internal import FileFormats

/// A tuning as text: what `tunings export` prints and `tunings add` reads.
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
/// Strings lie from low to high. Optional are `names` (by ISO 639-1 code), `rising`, and of a string
/// `course` and `offset_cents`. Frequencies are not written: they follow from note, A4 and temperament.
public struct TuningDocument: Hashable, Sendable {
  /// The name and version of the format.
  public static let schema = "tuner.tuning/1"

  /// What the document holds.
  public let tuning: InstrumentTuning

  /// Makes a document of a tuning.
  ///
  /// - Parameter tuning: what to write.
  public init(_ tuning: InstrumentTuning) { self.tuning = tuning }

  /// The document, with a line for each string.
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
