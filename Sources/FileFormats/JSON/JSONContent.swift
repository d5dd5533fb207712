// SPDX-License-Identifier: MIT

/// The value of a JSON node, by its kind.
package indirect enum JSONContent {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case list([JSONNode])
  case object([JSONMember])
}

/// A key of a JSON object with its value.
package struct JSONMember {
  /// The key, with its escapes resolved.
  package let key: String
  /// The line of the key, from 1.
  package let line: Int
  /// The value.
  package let value: JSONNode
}
