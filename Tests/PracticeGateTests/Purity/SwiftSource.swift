// SPDX-License-Identifier: MIT

/// The code of a Swift file, without comments and without the text of string literals.
struct SwiftSource {
  /// The lines that are left; each keeps its place.
  let lines: [String]

  /// Reads source.
  ///
  /// Interpolations are kept, because they are code, and so is the text after an unclosed string.
  init(_ source: String) {
    var code = ""
    var rest = Substring(source)
    while let next = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        code += Self.takeBlockComment(&rest)
      } else if next == "\"" {
        code += Self.takeString(&rest)
      } else {
        code.append(rest.removeFirst())
      }
    }
    lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func takeBlockComment(_ rest: inout Substring) -> String {
    var depth = 0
    var breaks = ""
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest.removeFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest.removeFirst(2)
      } else if rest.removeFirst().isNewline {
        breaks.append("\n")
      }
    } while depth > 0 && !rest.isEmpty
    return breaks + " "
  }

  private static func takeString(_ rest: inout Substring) -> String {
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    var code = quotes
    rest.removeFirst(quotes.count)
    while !rest.isEmpty && !rest.hasPrefix(quotes) {
      if rest.hasPrefix("\\(") {
        rest.removeFirst(2)
        code += takeInterpolation(&rest)
      } else if rest.hasPrefix("\\") {
        rest.removeFirst(min(2, rest.count))
      } else if rest.removeFirst().isNewline {
        code.append("\n")
      }
    }
    rest = rest.dropFirst(quotes.count)
    return code + quotes
  }

  private static func takeInterpolation(_ rest: inout Substring) -> String {
    var code = " "
    var depth = 1
    while let next = rest.first, depth > 0 {
      if next == "\"" {
        code += takeString(&rest)
        continue
      }
      if next == "(" { depth += 1 }
      if next == ")" { depth -= 1 }
      code.append(rest.removeFirst())
    }
    return code + " "
  }
}
