// SPDX-License-Identifier: MIT

import FileFormats

/// A record for machines: named fields in a fixed order.
protocol Record {
  /// The name and version of the format.
  static var schema: String { get }
  /// The fields' names.
  static var keys: [String] { get }
  /// The fields' values, one for each key.
  var fields: [Field] { get }
}

/// A value of a record.
package enum Field: Equatable, Sendable {
  /// No value: null, or an empty cell.
  case none
  /// A number in decimal digits.
  case number(String)
  /// Text, without quotes or escapes.
  case text(String)
  /// True or false.
  case truth(Bool)
  /// Numbers in decimal digits.
  case numbers([String])

  /// Makes a field of a number; one that is not finite counts as no value.
  ///
  /// - Parameter value: the number; `nil` for no value.
  package init(_ value: Double?) {
    self = value.flatMap { $0.isFinite ? .number(decimal($0)) : nil } ?? .none
  }

  /// Makes a field of a whole number.
  ///
  /// - Parameter value: the number; `nil` for no value.
  package init(_ value: Int?) { self = value.map { .number(String($0)) } ?? .none }

  /// Makes a field of a truth value.
  ///
  /// - Parameter value: true or false.
  package init(_ value: Bool) { self = .truth(value) }

  /// Makes a field of several numbers.
  ///
  /// - Parameter values: finite numbers; `nil` for no value.
  package init(_ values: [Double]?) { self = values.map { .numbers($0.map(decimal)) } ?? .none }

  /// Makes a field of text.
  ///
  /// - Parameter value: the text; `nil` for no value.
  package init(_ value: String?) { self = value.map { .text($0) } ?? .none }
}
