// SPDX-License-Identifier: MIT

internal import Acoustics

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
    var lines = ["{", "  \"schema\": \(Self.quoted(Self.schema)),"]
    lines.append("  \"id\": \(Self.quoted(tuning.id)),")
    lines.append("  \"name\": \(Self.quoted(tuning.name)),")
    if !tuning.localizedNames.isEmpty {
      let names = tuning.localizedNames.sorted { $0.key < $1.key }
        .map { "\(Self.quoted($0.key)): \(Self.quoted($0.value))" }
      lines.append("  \"names\": {\(names.joined(separator: ", "))},")
    }
    if tuning.isRising { lines.append("  \"rising\": true,") }
    lines.append("  \"strings\": [")
    for (index, string) in tuning.strings.enumerated() {
      lines.append("    \(Self.object(string))\(index + 1 < tuning.strings.count ? "," : "")")
    }
    return (lines + ["  ]", "}"]).joined(separator: "\n") + "\n"
  }

  private static func object(_ string: GuitarString) -> String {
    let note = string.spelling
    var members = ["\"position\": \(string.position)"]
    if string.course != string.position { members.append("\"course\": \(string.course)") }
    let name = NoteNotation.english.name(of: note.letter, note.accidental)
    members += ["\"note\": \(quoted(name))", "\"octave\": \(note.octave)"]
    if string.offset.value != 0 { members.append("\"offset_cents\": \(string.offset.value)") }
    return "{\(members.joined(separator: ", "))}"
  }

  /// Writes a JSON string: quotes, backslashes and control characters escaped (RFC 8259 §7).
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
