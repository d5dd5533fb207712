// SPDX-License-Identifier: MIT

import FileFormats

/// The rendering of records as rows of comma-separated values.
enum CSVRendering {
  /// Returns the row of column names.
  static func header<R: Record>(of _: R.Type) -> String {
    csvRow(R.keys)
  }

  /// Returns one row; a field without a value is empty.
  static func row(_ record: some Record) -> String {
    csvRow(record.fields.map(cell))
  }

  private static func cell(_ field: Field) -> String {
    switch field {
    case .none: ""
    case .number(let digits): digits
    case .text(let text): text
    case .truth(let truth): "\(truth)"
    }
  }
}
