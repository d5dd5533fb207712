// SPDX-License-Identifier: MIT

import FileFormats

/// Something machines read: named fields in a fixed order.
protocol Record {
  /// The name and version of the format.
  static var schema: String { get }
  /// The fields' names.
  static var keys: [String] { get }
  /// The fields' values, one for each key.
  var fields: [Field] { get }
}

/// One value of a record, already written as a decimal or as text; absent values are `none`.
enum Field: Equatable {
  case none
  case number(String)
  case text(String)
  case truth(Bool)

  /// A number that is not finite has no place in machine output, and becomes none.
  init(_ value: Double?) {
    self = value.flatMap { $0.isFinite ? .number(decimal($0)) : nil } ?? .none
  }

  init(_ value: Int?) { self = value.map { .number(String($0)) } ?? .none }

  init(_ value: Bool) { self = .truth(value) }

  init(_ value: String?) { self = value.map { .text($0) } ?? .none }
}
