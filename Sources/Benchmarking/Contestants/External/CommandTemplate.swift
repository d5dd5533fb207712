// SPDX-License-Identifier: MIT

/// A command line with a placeholder for a file, split into words without a shell.
///
/// Quotes and backslashes have the same meaning as in a POSIX shell. There are no variables,
/// patterns or pipes.
package struct CommandTemplate: Hashable, Sendable {
  /// The reasons why a command line can't be split.
  package enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no word.
    case empty
    /// A quote is not closed.
    case openQuote
    /// A backslash ends the text.
    case danglingBackslash
    /// The placeholder of the file is missing.
    case noPlaceholder

    /// One or two sentences for a person that end with the remedy.
    package var description: String {
      switch self {
      case .empty: "the command is empty. Write \"name=command {wav}\""
      case .openQuote: "a quote in the command is not closed. Close it"
      case .danglingBackslash: "the command ends in a backslash. Remove it"
      case .noPlaceholder: "the command has no {wav}. Write it where the file's name belongs"
      }
    }
  }

  /// The placeholder of the file's name.
  package static let placeholder = "{wav}"

  /// The words, the program first.
  package let words: [String]

  /// Splits a command line.
  ///
  /// - Throws: `Fault`.
  /// - Complexity: O(n).
  package init(_ text: String) throws(Fault) {
    let words = try Self.split(text)
    guard !words.isEmpty else { throw .empty }
    try self.init(words: words)
  }

  /// Makes a template of words without interpreting them.
  ///
  /// - Throws: `Fault.empty` or `.noPlaceholder`.
  package init(words: [String]) throws(Fault) {
    guard let program = words.first, !program.isEmpty else { throw .empty }
    guard words.dropFirst().contains(where: { $0.contains(Self.placeholder) }) else {
      throw .noPlaceholder
    }
    self.words = words
  }

  /// Returns the words with the file's name in place of the placeholder.
  package func words(for file: String) -> [String] {
    words.map { word in
      var rest = word[...]
      var filled = ""
      while let place = rest.firstRange(of: Self.placeholder) {
        filled += rest[..<place.lowerBound] + file
        rest = rest[place.upperBound...]
      }
      return filled + rest
    }
  }

  private static func split(_ text: String) throws(Fault) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = Array(text)[...]
    while let character = characters.popFirst() {
      switch (character, quote) {
      case ("\\", nil):
        guard let next = characters.popFirst() else { throw .danglingBackslash }
        word = (word ?? "") + String(next)
      case ("\\", "\""):
        // Between double quotes, a backslash escapes these characters and is literal before others.
        if let next = characters.first, "\"\\$`".contains(next) {
          characters.removeFirst()
          word = (word ?? "") + String(next)
        } else {
          word = (word ?? "") + "\\"
        }
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (quote, _) where quote != nil: quote = nil
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let finished = word { words.append(finished) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw .openQuote }
    if let word { words.append(word) }
    return words
  }
}
