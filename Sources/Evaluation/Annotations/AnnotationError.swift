// SPDX-License-Identifier: MIT

/// The reasons why an annotation can't be used as a reference.
public enum AnnotationError: Error, Hashable, Sendable {
  /// A time that is not later than the one before it.
  case timeGoesBackwards(AnnotationPlace, seconds: Double, previous: Double)
  /// A label after the end of the recording.
  case afterEnd(seconds: Double, duration: Double)
  /// Labels of a track that are too far apart.
  case labelsFarApart(seconds: Double, limit: Double)
  /// A note that ends when it begins, or before.
  case noteWithoutLength(AnnotationPlace, onset: Double, offset: Double)
  /// A range whose end is not after its start; the columns have the names of the start and the end.
  case rangeBackwards(AnnotationPlace, columns: [String], start: Double, end: Double)
  /// A number that is infinite or not a number.
  case notFinite(AnnotationPlace, column: String)
  /// A field that does not read as a number.
  case notANumber(AnnotationPlace, column: String, text: String)
  /// A number outside the range of its column.
  case outOfRange(AnnotationPlace, column: String, value: Double, range: ClosedRange<Double>)
  /// An unknown label.
  case unknownLabel(AnnotationPlace, column: String, text: String, known: [String])
  /// A required field that is empty.
  case emptyField(AnnotationPlace, column: String)
  /// A row with too few or too many fields.
  case columnCount(AnnotationPlace, required: ClosedRange<Int>, actual: Int)
  /// A header without a required column.
  case missingColumn(String)
  /// A header with a repeated column.
  case repeatedColumn(String)
  /// A quoted field that never ends, or has text after its closing quote.
  case malformedQuote(AnnotationPlace)
  /// A path that leaves the dataset's directory.
  case unsafePath(AnnotationPlace, path: String)
  /// A recording that an earlier row names already.
  case repeatedPath(AnnotationPlace, path: String)
  /// No rows at all.
  case empty
}

extension AnnotationError: CustomStringConvertible {
  /// One sentence for a person: the place, the fault and the remedy.
  public var description: String {
    switch self {
    case .timeGoesBackwards(let place, let seconds, let previous):
      "\(place): the time \(seconds) s does not lie behind \(previous) s. Sort the rows by time and leave out repeated ones."
    case .afterEnd(let seconds, let duration):
      "A label at \(seconds) s lies after the end of the recording, which has \(duration) s. Write times in seconds, and leave out labels after the end."
    case .labelsFarApart(let seconds, let limit):
      "The labels are \(seconds) s apart, and a track needs one at least every \(limit) s. Write times in seconds, and a label for each of them."
    case .noteWithoutLength(let place, let onset, let offset):
      "\(place): the note begins at \(onset) s and ends at \(offset) s. Give it a length, or leave it out."
    case .rangeBackwards(let place, let columns, let start, let end):
      "\(place): \(columns.last ?? "") \(end) is not after \(columns.first ?? "") \(start). Correct one of them."
    case .notFinite(let place, let column):
      "\(place): \(column) is not finite. Write 0 or leave the field empty where there is no pitch."
    case .notANumber(let place, let column, let text):
      "\(place): \(column) reads \"\(text)\", which is not a number. Write decimals with a point."
    case .outOfRange(let place, let column, let value, let range):
      "\(place): \(column) is \(value), outside \(range.lowerBound) to \(range.upperBound). Correct the label."
    case .unknownLabel(let place, let column, let text, let known):
      "\(place): \(column) reads \"\(text)\". Use one of: \(known.joined(separator: ", "))."
    case .emptyField(let place, let column):
      "\(place): \(column) is empty. Fill it in."
    case .columnCount(let place, let required, let actual):
      "\(place): \(actual) columns where \(Self.text(of: required)) belong. Quote fields that hold a separator."
    case .missingColumn(let column):
      "The header has no column \"\(column)\". Add it."
    case .repeatedColumn(let column):
      "The header names the column \"\(column)\" twice. Remove one."
    case .malformedQuote(let place):
      "\(place): a quoted field is not closed, or goes on behind its closing quote. Double the quotes inside it."
    case .unsafePath(let place, let path):
      "\(place): the path \"\(path)\" leads out of the dataset. Use a path relative to the manifest, without \"..\"."
    case .repeatedPath(let place, let path):
      "\(place): the recording \"\(path)\" stands in an earlier row already. Remove one of the rows."
    case .empty:
      "There are no rows. Check that this is the right file."
    }
  }

  private static func text(of range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }
}

/// A position in an annotation, in the terms of an editor.
public enum AnnotationPlace: Hashable, Sendable, CustomStringConvertible {
  /// A line of a text file, from 1.
  case line(Int)
  /// A point of a track made in memory, from 1.
  case point(Int)
  /// An observation of a JAMS annotation, both from 1.
  case observation(Int, annotation: Int)

  /// The place in words, such as `line 12`.
  public var description: String {
    switch self {
    case .line(let number): "line \(number)"
    case .point(let number): "point \(number)"
    case .observation(let number, let annotation):
      "observation \(number) of annotation \(annotation)"
    }
  }
}
