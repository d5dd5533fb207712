// SPDX-License-Identifier: MIT

/// Swift source with comments and the words of its string literals taken out.
///
/// Interpolations stay, for they are code. Line breaks stay, so that lines keep their numbers.
struct SourceText {
  /// What is left: the code.
  let code: String

  init(_ source: String) {
    var reader = Reader(rest: Array(source)[...])
    reader.readCode(untilParenthesis: false)
    code = String(reader.output)
  }
}

/// Walks over characters, keeping what is code.
private struct Reader {
  var rest: ArraySlice<Character>
  var output: [Character] = []

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while let next = rest.first {
      if next == "/", rest.starts(with: "//") {
        rest = rest.drop { !$0.isNewline }
      } else if next == "/", rest.starts(with: "/*") {
        skipBlockComment()
      } else if let opening = stringOpening() {
        readString(hashes: opening.hashes, quotes: opening.quotes)
      } else {
        if next == "(" { depth += 1 }
        if next == ")" {
          if untilParenthesis && depth == 0 { return }
          depth -= 1
        }
        output.append(next)
        rest.removeFirst()
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if rest.starts(with: "/*") {
        depth += 1
        rest.removeFirst(2)
      } else if rest.starts(with: "*/") {
        depth -= 1
        rest.removeFirst(2)
      } else {
        skip()
      }
    } while depth > 0 && !rest.isEmpty
    output.append(" ")
  }

  /// Drops one character, but keeps it when it ends a line.
  private mutating func skip() {
    let character = rest.removeFirst()
    if character.isNewline { output.append(character) }
  }

  private func stringOpening() -> (hashes: Int, quotes: Int)? {
    let hashes = rest.prefix { $0 == "#" }.count
    let quotes = rest.dropFirst(hashes).prefix { $0 == "\"" }.count
    if quotes == 0 { return nil }
    return (hashes, quotes >= 3 ? 3 : 1)
  }

  private mutating func readString(hashes: Int, quotes: Int) {
    let hash = String(repeating: "#", count: hashes)
    let closing = String(repeating: "\"", count: quotes) + hash
    let escape = "\\" + hash
    let interpolation = escape + "("
    rest.removeFirst(hashes + quotes)
    output.append("\"")
    while !rest.isEmpty {
      if rest.starts(with: closing) {
        rest.removeFirst(closing.count)
        break
      } else if rest.starts(with: interpolation) {
        rest.removeFirst(interpolation.count)
        output.append("(")
        readCode(untilParenthesis: true)
        if !rest.isEmpty { rest.removeFirst() }
        output.append(")")
      } else if rest.starts(with: escape) {
        rest.removeFirst(escape.count)
        if !rest.isEmpty { skip() }
      } else {
        skip()
      }
    }
    output.append("\"")
  }
}
