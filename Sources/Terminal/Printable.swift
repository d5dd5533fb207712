// SPDX-License-Identifier: MIT

/// Returns `text` fit for a terminal.
///
/// Control characters, which could move the cursor or rewrite a title, and invisible ones, which could
/// reorder what is read, are shown as `\x1b` instead of sent.
public func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      let digits = String(scalar.value, radix: 16)
      result += (digits.count < 2 ? "\\x0" : "\\x") + digits
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns text of several lines fit for a terminal: as ``printable(_:)``, but line ends and tabs stay.
///
/// - Parameter text: any text.
/// - Returns: the same text where nothing in it steers a terminal.
public func printableLines(_ text: String) -> String {
  var result = ""
  var rest = text.unicodeScalars[...]
  while let place = rest.firstIndex(where: { $0 == "\n" || $0 == "\t" }) {
    result += printable(String(rest[..<place]))
    result.unicodeScalars.append(rest[place])
    rest = rest[rest.index(after: place)...]
  }
  return result + printable(String(rest))
}
