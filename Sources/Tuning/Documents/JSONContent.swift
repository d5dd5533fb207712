// SPDX-License-Identifier: MIT

/// What kind of JSON value it is.
indirect enum JSONContent {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([JSONText])
  case object([JSONMember])
}

/// A key of a JSON object with its value.
struct JSONMember {
  /// The key.
  let key: String
  /// The line that the key stands in, from 1.
  let line: Int
  /// The value.
  let value: JSONText
}
