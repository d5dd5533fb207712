// SPDX-License-Identifier: MIT

/// A node of an HTML or SVG document.
///
/// All text is escaped, so a file name cannot change the structure of a page. The output is valid
/// HTML and well-formed XML.
package enum Markup: Hashable, Sendable {
  /// A text node.
  case text(String)
  /// An element with its attributes, in their order, and its children.
  indirect case element(String, [Attribute], [Markup])

  /// One attribute of an element.
  package struct Attribute: Hashable, Sendable {
    let name: String
    let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes an element.
  ///
  /// - Parameters:
  ///   - name: the element's name; a constant of the code, never a file name.
  ///   - attributes: pairs of names and values.
  ///   - children: its children.
  /// - Returns: the element.
  package static func tag(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []
  ) -> Markup {
    .element(name, attributes.map { Attribute($0.key, $0.value) }, children)
  }

  /// Makes an element with a text as its only child.
  package static func tag(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ text: String
  ) -> Markup {
    .tag(name, attributes, [.text(text)])
  }

  /// The text of the document.
  ///
  /// - Complexity: O(size).
  package var rendered: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The void elements of HTML, which have no end tag.
  private static let empty: Set<String> = ["meta", "br", "hr", "link", "col"]

  private func write(to text: inout String) {
    switch self {
    case .text(let characters): text += escaped(characters)
    case .element(let name, let attributes, let children):
      text += "<" + name
      for attribute in attributes {
        text += " \(attribute.name)=\"\(escaped(attribute.value, inAttribute: true))\""
      }
      if Self.empty.contains(name) {
        text += "/>"
        return
      }
      text += ">"
      for child in children { child.write(to: &text) }
      text += "</\(name)>"
    }
  }
}

/// Returns `text` with the special characters of HTML and XML escaped, and without the characters
/// that XML 1.0 excludes.
///
/// - Parameters:
///   - text: any text.
///   - inAttribute: true if it is an attribute's value, in which a parser turns line ends into
///     blanks.
/// - Returns: the escaped text.
func escaped(_ text: String, inAttribute: Bool = false) -> String {
  // Most text needs no escape, and a recording in base 64 is long.
  let isPlain = text.utf8.allSatisfy { byte in
    (0x20...0x7E).contains(byte) && byte != 0x26 && byte != 0x3C && byte != 0x3E && byte != 0x22
      && byte != 0x27
  }
  if isPlain { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n" where inAttribute: result += "&#10;"
    case "\t" where inAttribute: result += "&#9;"
    case "\r": result += "&#13;"
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}",
      "\u{FFFF}":
      result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
