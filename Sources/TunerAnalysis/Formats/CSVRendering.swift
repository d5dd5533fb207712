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
  /// - Parameter type: the type of the records.
  /// - Returns: the row, with its line end.
  static func header<R: Record>(of type: R.Type) -> String { csvRow(R.keys) }

  /// Returns the row of column names of a table of many recordings.
  ///
  /// Every row names its recording and the part of it. A row of a note ends with the verdict on it.
  ///
  /// - Parameter content: the records.
  /// - Returns: the row, with its line end.
  static func sharedHeader(of content: OutputContent) -> String {
    csvRow(fileKeys + content.record.keys + (content.hasVerdict ? verdictKeys : []))
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
