// SPDX-License-Identifier: MIT

internal import Acoustics
internal import FileFormats

extension TuningDocument {
  private static let keys = ["schema", "id", "name", "names", "rising", "strings"]
  private static let stringKeys = ["position", "course", "note", "octave", "offset_cents"]

  /// Reads a document.
  ///
  /// - Parameter bytes: JSON in UTF-8.
  /// - Throws: `TuningDocumentError`, which names the line.
  public init(_ bytes: [UInt8]) throws(TuningDocumentError) {
    let root = try Fields(Self.node(bytes), of: "the document", known: Self.keys)
    let schema = try root.text("schema")
    guard schema.value == Self.schema else {
      throw TuningDocumentError(
        line: schema.line, .schema(required: Self.schema, actual: schema.value))
    }
    let (id, name) = (try root.text("id"), try root.text("name"))
    let names = try Self.names(in: root)
    let rising = try root.boolean("rising")
    let list = try root.list("strings")
    var strings: [GuitarString] = []
    var lines: [Int: Int] = [:]
    for (index, element) in list.value.enumerated() {
      let fields = try Fields(element, of: "a string", known: Self.stringKeys)
      let string = try Self.string(fields, due: list.value.count - index)
      lines[string.position] = element.line
      strings.append(string)
    }
    do throws(InstrumentTuningError) {
      tuning = try InstrumentTuning(
        id: id.value, name: name.value, localizedNames: names, isRising: rising ?? false,
        strings: strings)
    } catch {
      let line =
        switch error {
        case .badID: id.line
        case .badName: name.line
        case .position(_, let position): lines[position] ?? list.line
        default: error.string.flatMap { lines[$0] } ?? list.line
        }
      throw TuningDocumentError(line: line, .tuning(error))
    }
  }

  private static func node(_ bytes: [UInt8]) throws(TuningDocumentError) -> JSONNode {
    do throws(JSONError) {
      return try JSONNode(bytes)
    } catch {
      let reason: TuningDocumentError.Reason =
        switch error.reason {
        case .notUTF8: .notUTF8
        case .syntax(let expected): .notJSON(expected: expected)
        case .largeNumber: .notJSON(expected: "a smaller number")
        case .repeatedKey(let key): .repeatedKey(key)
        }
      throw TuningDocumentError(line: error.line, reason)
    }
  }

  private static func names(in root: Fields) throws(TuningDocumentError) -> [String: String] {
    guard let object = try root.object("names") else { return [:] }
    var names: [String: String] = [:]
    for member in object {
      guard case .text(let name) = member.value.content else {
        throw TuningDocumentError(line: member.line, .wrongKind(member.key, required: "a text"))
      }
      names[member.key] = name
    }
    return names
  }

  private static func string(
    _ fields: Fields, due: Int
  ) throws(TuningDocumentError) -> GuitarString {
    let position = try fields.whole("position")
    guard position.value >= 1 else {
      throw TuningDocumentError(
        line: position.line, .tuning(.position(required: due, actual: position.value)))
    }
    let (note, octave) = (try fields.text("note"), try fields.whole("octave"))
    let name: (letter: NoteLetter, accidental: Accidental)
    do throws(NoteError) {
      name = try NoteNotation.english.name(in: note.value)
    } catch {
      throw TuningDocumentError(
        line: note.line, .tuning(.note(string: position.value, error)))
    }
    let course = try fields.optionalWhole("course")
    let offset = try fields.optionalNumber("offset_cents")
    return GuitarString(
      position: position.value,
      spelling: SpelledNote(name.letter, name.accidental, octave: octave.value),
      course: course, offset: Cents(offset ?? 0))
  }
}

extension InstrumentTuningError {
  /// The invalid string; `nil` when the tuning as a whole is invalid.
  fileprivate var string: Int? {
    switch self {
    case .badID, .badName, .badLanguage, .stringCount, .position, .noteMissing, .noSuchString,
      .capo:
      nil
    case .course(let string, _), .note(let string, _), .octave(let string, _, _),
      .offset(let string, _, _), .notRising(let string, _, _), .noPitch(let string, _),
      .noDegree(let string, _), .inharmonicity(let string, _), .stretch(let string, _, _):
      string
    }
  }
}
