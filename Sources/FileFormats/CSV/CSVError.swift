// SPDX-License-Identifier: MIT

/// The reason for which a text is not a table of comma-separated values.
package enum CSVError: Error, Hashable {
  /// The text has no header.
  case empty
  /// The header names a column twice.
  case repeatedColumn(String)
  /// A record has more or fewer fields than the header.
  case columnCount(line: Int, required: Int, actual: Int)
  /// A quoted field never ends, or has text after its closing quote.
  case malformedQuote(line: Int)
}
