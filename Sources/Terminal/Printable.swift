// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// Returns `text` in a form that is safe for a terminal.
///
/// Control characters, which could move the cursor or change the title, become escapes such as
/// `\x1b`. So do invisible characters, which could reorder the text, and bytes of a path that are
/// not UTF-8.
package func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    if let byte = PathText.byte(of: scalar) {
      result += "\\x" + String(byte, radix: 16)
      continue
    }
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

/// Returns text of several lines in a safe form: as ``printable(_:)``, but with line ends and tabs.
///
/// - Parameter text: any text.
/// - Returns: the text, unchanged when it holds no control character.
package func printableLines(_ text: String) -> String {
  var result = ""
  var rest = text.unicodeScalars[...]
  while let place = rest.firstIndex(where: { $0 == "\n" || $0 == "\t" }) {
    result += printable(String(rest[..<place]))
    result.unicodeScalars.append(rest[place])
    rest = rest[rest.index(after: place)...]
  }
  return result + printable(String(rest))
}

/// Returns text with spaces after it, as in a column of a table.
///
/// - Parameters:
///   - text: any text.
///   - width: the least number of characters.
/// - Returns: text of that width or more.
package func filled(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Returns a decimal with a fixed number of places, always with a point.
///
/// A display formats dozens of numbers in each picture. C's formatting is faster than Foundation's.
/// It uses no locale, because these programs never set one.
///
/// - Parameters:
///   - value: any number.
///   - places: digits after the point, 0 or more.
/// - Returns: the digits, as C's `%.*f` writes them.
package func fixedPoint(_ value: Double, places: Int) -> String {
  // The largest number has 309 digits before the point.
  String(unsafeUninitializedCapacity: 330 + places) { buffer in
    let count = withVaList([CInt(places), value]) { arguments in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        vsnprintf(characters.baseAddress, characters.count, "%.*f", arguments)
      }
    }
    return min(max(0, Int(count)), buffer.count - 1)
  }
}
