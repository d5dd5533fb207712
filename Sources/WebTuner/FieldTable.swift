// SPDX-License-Identifier: MIT

/// The fields of a head or of a row, numbered from 0.
protocol TableField: CaseIterable {
  var rawValue: Int { get }
}

/// A table of numbers in memory that a page reads: a head, and a row for each string from low to
/// high.
///
/// A number that is not known is NaN.
struct FieldTable<Head: TableField, Row: TableField> {
  /// The numbers of the head.
  static var headCount: Int { Head.allCases.count }
  /// The numbers of a string.
  static var rowCount: Int { Row.allCases.count }
  /// The numbers of the table.
  static var count: Int { headCount + ModuleMemory.stringCount * rowCount }

  /// The first number.
  let start: UnsafeMutablePointer<Double>

  /// Allocates a table without numbers, which its owner deallocates.
  init() {
    start = .allocate(capacity: Self.count)
    start.initialize(repeating: .nan, count: Self.count)
  }

  /// Sets all numbers to NaN.
  func clear() { start.update(repeating: .nan, count: Self.count) }

  /// Sets a number of the head.
  func set(_ field: Head, _ value: Double?) { start[field.rawValue] = value ?? .nan }

  /// Sets a number of a string.
  func set(_ field: Row, ofRow row: Int, _ value: Double?) {
    start[Self.headCount + row * Self.rowCount + field.rawValue] = value ?? .nan
  }
}

/// The table of strokes.
typealias StrumTable = FieldTable<StrumHeadField, StrumRowField>

/// The table of a note or of a stroke of a recording.
typealias NoteTable = FieldTable<NoteField, StrokeField>
