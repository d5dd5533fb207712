// SPDX-License-Identifier: MIT

/// Words of a command line that begin with a minus sign and a number, such as `-5m`.
///
/// The parser takes every word with a minus sign for an option, and complains that a value is
/// missing. The only option with a digit is `-0`, so any other such word is a value: a command
/// takes it, or refuses it by its name.
enum NegativeValue {
  /// Returns a command line in which the parser takes such words for values.
  ///
  /// Behind an option, the word becomes a part of it: `--a4 -440` becomes `--a4=-440`. Where no
  /// option follows, `--` comes before it; where only options follow, it moves behind them and
  /// `--`. Elsewhere it stays, because the order of files counts.
  ///
  /// - Parameter words: the command line without the program.
  /// - Returns: the command line for the parser.
  static func marked(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.count
    var result: [String] = []
    var last: [String] = []
    for (index, word) in words[..<end].enumerated() {
      guard isNegative(word) else {
        result.append(word)
        continue
      }
      let rest = words[(index + 1)...]
      if index > 0, isOption(words[index - 1]) {
        result[result.count - 1] += "=" + word
      } else if last.isEmpty, !rest.contains(where: hasMinus) {
        return result + ["--", word] + rest
      } else if end == words.count, holdsOptions(rest) {
        last.append(word)
      } else {
        result.append(word)
      }
    }
    return result + (last.isEmpty ? [] : ["--"] + last) + words[end...]
  }

  private static func isNegative(_ word: String) -> Bool {
    var rest = word.utf8.dropFirst()
    guard word.hasPrefix("-"), let first = rest.popFirst() else { return false }
    let isFollowed = rest.first.map { isDigit($0) || $0 == 0x2E } == true
    return first == 0x2E || first == 0x30 ? isFollowed : isDigit(first)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Tells whether a word is an option, with or without its value, or `--`.
  private static func hasMinus(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && !isNegative(word)
  }

  /// Tells whether a word is an option that has no value yet.
  private static func isOption(_ word: String) -> Bool { hasMinus(word) && !word.contains("=") }

  /// Tells whether words are only options with their values, and negative numbers.
  private static func holdsOptions(_ words: ArraySlice<String>) -> Bool {
    var isValue = false
    for word in words {
      guard isValue || (word.hasPrefix("-") && word != "-") else { return false }
      isValue = !isValue && isOption(word)
    }
    return true
  }
}
