// SPDX-License-Identifier: MIT

internal import FileFormats

extension CSVTable {
  /// Reads the table of an annotation.
  ///
  /// - Throws: `AnnotationError.empty`, `.repeatedColumn`, `.malformedQuote` or `.columnCount`.
  init(annotations text: String) throws(AnnotationError) {
    do throws(CSVError) {
      try self.init(text)
    } catch {
      throw
        switch error
      {
      case .empty: .empty
      case .repeatedColumn(let name): .repeatedColumn(name)
      case .malformedQuote(let line): .malformedQuote(.line(line))
      case .columnCount(let line, let required, let actual):
        .columnCount(.line(line), required: required...required, actual: actual)
      }
    }
  }

  /// Returns the index of a column that must be there.
  ///
  /// - Throws: `AnnotationError.missingColumn`.
  func requiredColumn(_ name: String) throws(AnnotationError) -> Int {
    guard let index = column(name) else { throw .missingColumn(name) }
    return index
  }
}
