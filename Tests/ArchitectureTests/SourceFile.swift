// SPDX-License-Identifier: MIT

import SourceReading

/// The imports and uses of one source file.
struct SourceFile: Equatable, Sendable {
  /// Its path from the root of the repository.
  var path: String
  /// The modules that it imports.
  var imports: Set<String>
  /// The words in it that read a clock or wait for one.
  var clocks: Set<String>
  /// The words in it that handle unsafe memory.
  var unsafeWords: Set<String>
  /// The words in it that make an existential.
  var existentials: Set<String>
  /// True if it uses the parser of command lines, by its module or by its error.
  var parsesArguments: Bool
}

extension SourceFile {
  /// Reads the facts from Swift source.
  init(path: String, source: String) {
    let code = SourceText(source).code
    self.path = path
    // A regular expression takes a thousand times as long as a search for the bytes of a word, and
    // most files have none of the words.
    imports = Self.words(
      Self.importPattern, in: code.start(throughLast: "import", andWords: 2))
    clocks = ClockWords.mayOccur(in: code) ? Self.words(ClockWords.pattern, in: code) : []
    let usesUnsafe = Self.partsOfUnsafeWords.contains(where: code.containsBytes)
    unsafeWords = usesUnsafe ? Self.words(Self.unsafePattern, in: code) : []
    let usesExistential = Self.partsOfExistentials.contains(where: code.containsBytes)
    existentials = usesExistential ? Self.words(Self.existentialPattern, in: code) : []
    parsesArguments =
      imports.contains("ArgumentParser")
      || code.containsBytes(of: "ValidationError")
        && code.contains(/\bValidationError\b/.wordBoundaryKind(.simple))
  }

  private static func words(
    _ pattern: Regex<(Substring, Substring)>, in code: String
  ) -> Set<String> {
    // The default word boundary is Unicode's, which finds none around the dot of `a.b`.
    Set(code.matches(of: pattern.wordBoundaryKind(.simple)).map { String($0.output.1) })
  }

  /// `import M`, with any attributes, access level and kind, and the module of `import M.Part`.
  private static var importPattern: Regex<(Substring, Substring)> {
    #/
    (?m: ^ | ; )[\ \t]*
    (?: @\w+ (?: \([^)]*\) )? \s+ )*
    (?: (?: public|package|internal|fileprivate|private ) \s+ )?
    import \s+
    (?: (?: typealias|struct|class|enum|protocol|let|var|func ) \s+ )?
    ( \w+ )
    /#
  }

  private static var unsafePattern: Regex<(Substring, Substring)> {
    #/
    \b (
      \w*Unsafe\w* | unsafe | unsafeBitCast | unsafeDowncast | unsafelyUnwrapped
      | OpaquePointer | Unmanaged | withContiguous\w*StorageIfAvailable
    ) \b
    /#
  }

  /// Bytes of which each match of the pattern of unsafe words has some.
  private static let partsOfUnsafeWords = ["nsafe", "OpaquePointer", "Unmanaged", "withContiguous"]

  /// `any P` in a type, with or without brackets, which the package's settings demand of every
  /// existential, and the names that stand for one.
  private static var existentialPattern: Regex<(Substring, Substring)> {
    #/
    \b (
      any (?= \s+ [\(~]* [A-Z] ) | Any | AnyObject | AnyClass | AnyHashable | AnyKeyPath
        | PartialKeyPath | NSObject
    ) \b
    /#
  }

  /// Bytes of which each match of the pattern of existentials has some.
  private static let partsOfExistentials = [
    "any ", "any\n", "any\t", "any\r", "Any", "PartialKeyPath", "NSObject",
  ]
}
