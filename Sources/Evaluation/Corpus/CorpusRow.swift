// SPDX-License-Identifier: MIT

internal import FileFormats

/// One row of a corpus manifest, read by column names; an empty field is an absent value.
struct CorpusRow {
  let table: CSVTable
  let row: CSVTable.Row

  private var place: AnnotationPlace { .line(row.line) }

  /// Returns the text of a field that must not be empty.
  func text(_ name: String) throws(AnnotationError) -> String {
    guard let text = try optionalText(name) else { throw .emptyField(place, column: name) }
    return text
  }

  /// Returns the text of the field; `nil` when it is empty.
  func optionalText(_ name: String) throws(AnnotationError) -> String? {
    let field = row.fields[try table.requiredColumn(name)]
    return field.isEmpty ? nil : field
  }

  /// Returns the number in the field, `nil` if it is empty.
  func number(_ name: String, in range: ClosedRange<Double>) throws(AnnotationError) -> Double? {
    guard let text = try optionalText(name) else { return nil }
    return try NumberField.parse(text, column: name, in: range, at: place)
  }

  /// Returns the number in the field, which must not be empty.
  func required(_ name: String, in range: ClosedRange<Double>) throws(AnnotationError) -> Double {
    guard let value = try number(name, in: range) else {
      throw .emptyField(place, column: name)
    }
    return value
  }

  /// Returns the whole number in the field, `nil` if it is empty.
  func whole(_ name: String, in range: ClosedRange<Double>) throws(AnnotationError) -> Int? {
    guard let value = try number(name, in: range) else { return nil }
    guard let whole = Int(exactly: value) else {
      throw .notANumber(place, column: name, text: try text(name))
    }
    return whole
  }

  /// Returns the label in the field, which must not be empty.
  func label<Label: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Label.Type
  ) throws(AnnotationError) -> Label {
    guard let label = try optionalLabel(name, as: type) else {
      throw .emptyField(place, column: name)
    }
    return label
  }

  /// Returns the label in the field, `nil` if it is empty.
  func optionalLabel<Label: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Label.Type
  ) throws(AnnotationError) -> Label? {
    guard let text = try optionalText(name) else { return nil }
    guard let label = Label(rawValue: text) else {
      throw .unknownLabel(
        place, column: name, text: text, known: Label.allCases.map(\.rawValue))
    }
    return label
  }

  /// Returns the label in a field whose column a table may lack, `nil` if it is empty or absent.
  func labelIfPresent<Label: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Label.Type
  ) throws(AnnotationError) -> Label? {
    table.column(name) == nil ? nil : try optionalLabel(name, as: type)
  }

  /// Returns the range between two fields; `nil` when either is empty.
  func span(
    _ first: String, _ last: String, in range: ClosedRange<Double>
  ) throws(AnnotationError) -> ClosedRange<Double>? {
    guard let start = try number(first, in: range), let end = try number(last, in: range) else {
      return nil
    }
    guard end > start else {
      throw .rangeBackwards(place, columns: [first, last], start: start, end: end)
    }
    return start...end
  }

  /// Returns the relative path in the field, which must not be empty.
  func path(_ name: String) throws(AnnotationError) -> String {
    let path = try text(name)
    try check(path: path[...])
    return path
  }

  /// Returns the relative path in the field, without a remark in brackets after it; `nil` when it
  /// is empty.
  func remarkedPath(_ name: String) throws(AnnotationError) -> String? {
    guard let text = try optionalText(name) else { return nil }
    var path = text[...]
    if path.hasSuffix(")"), let bracket = path.lastIndex(of: "(") {
      let front = path[..<bracket]
      if front.hasSuffix(" ") { path = front.dropLast() }
    }
    try check(path: path)
    return String(path)
  }

  private func check(path: Substring) throws(AnnotationError) {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !path.isEmpty, !path.hasPrefix("/"), !steps.contains(".."), !path.utf8.contains(0) else {
      throw .unsafePath(place, path: String(path))
    }
  }
}
