// SPDX-License-Identifier: MIT

import FileFormats

/// The rendering of records as rows of comma-separated values.
enum CSVRendering {
  /// The names of the columns in front of a record that names its recording.
  static let fileKeys = ["file", "from_s", "to_s"]
  /// The name of the last column, the verdict on a note.
  static let verdictKeys = ["in_tune"]

  /// Returns the row of column names.
  ///
  /// - Parameters:
  ///   - type: the type of the records.
  ///   - withFile: true if every row names its recording and the part of it.
  ///   - withVerdict: true if every row ends with the verdict on its note.
  /// - Returns: the row, with its line end.
  static func header<R: Record>(
    of type: R.Type, withFile: Bool = false, withVerdict: Bool = false
  ) -> String {
    csvRow((withFile ? fileKeys : []) + R.keys + (withVerdict ? verdictKeys : []))
  }

  /// Returns one row; a field without a value is empty.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - file: the fields that name the recording; none by default.
  ///   - verdict: the field of the verdict; none by default.
  /// - Returns: the row, with its line end.
  static func row(
    _ record: some Record, of file: [Field] = [], verdict: [Field] = []
  ) -> String {
    csvRow((file + record.fields + verdict).map(cell))
  }

  private static func cell(_ field: Field) -> String {
    switch field {
    case .none: ""
    case .number(let digits): digits
    case .text(let text): text
    case .truth(let truth): "\(truth)"
    case .numbers(let numbers): numbers.joined(separator: " ")
    }
  }
}
