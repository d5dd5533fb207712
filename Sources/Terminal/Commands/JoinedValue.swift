// SPDX-License-Identifier: MIT

/// Words of a command line with a short option and its value, such as `-j4` or `-fcsv`.
///
/// The parser's own option for such words does not suffice: it also finds the option `-h` in
/// `-tchromatic` and shows help, where a command lacks `-t` or refuses the value.
enum JoinedValue {
  /// Returns a command line in which the parser takes the rest of such words for the value.
  ///
  /// - Parameters:
  ///   - words: the command line without the program.
  ///   - letters: the short options that need a value, without their dash.
  /// - Returns: the words with `-j=4` instead of `-j4`; those from `--` on as they were.
  static func marked(_ words: [String], letters: String) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.count
    return words[..<end].map { marked($0, letters: letters) } + words[end...]
  }

  private static func marked(_ word: String, letters: String) -> String {
    let rest = word.dropFirst()
    guard word.hasPrefix("-"), rest.count > 1, let letter = rest.first, letters.contains(letter),
      !hasEqualsSign(word)
    else { return word }
    return "-\(letter)=\(rest.dropFirst())"
  }

  /// Returns true for a short option whose value follows an equals sign, such as `-j=4`.
  static func hasEqualsSign(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.dropFirst(2).first == "="
  }
}
