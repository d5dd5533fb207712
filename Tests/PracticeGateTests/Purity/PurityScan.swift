// SPDX-License-Identifier: MIT

import SourceReading

/// The forbidden words of a reducer module, and their places in it.
enum PurityScan {
  /// Something found.
  struct Finding: Hashable, CustomStringConvertible {
    enum Kind: String { case clock, input, chance, order, concurrency, boolean, importing }
    var kind: Kind
    var word: String
    var line: Int

    var description: String { "line \(line): \(word) (\(kind.rawValue))" }
  }

  /// The Booleans whose names are about locks and that answer another question: what a
  /// presentation offers to do.
  static let capabilities: Set<String> = ["canLock", "canStartWorkout", "canCancel"]

  /// Returns the forbidden parts of a source.
  ///
  /// - Parameters:
  ///   - source: the text of a file.
  ///   - mayImport: the modules of its row in the table of targets.
  /// - Returns: the findings, line by line.
  static func findings(in source: String, mayImport: Set<String>) -> [Finding] {
    // To make a regular expression costs more than to match a line with it.
    let patterns = patterns.map { ($0, $1.wordBoundaryKind(.simple)) }
    let imports = importPattern
    let declarations = declarationPattern.wordBoundaryKind(.simple)
    let boolean = booleanPattern
    var findings: [Finding] = []
    for (index, line) in SourceText(source).lines.enumerated() {
      for (kind, pattern) in patterns {
        for match in line.matches(of: pattern) {
          findings.append(Finding(kind: kind, word: String(match.output.1), line: index + 1))
        }
      }
      for match in line.matches(of: imports) where !mayImport.contains(String(match.output.1)) {
        findings.append(
          Finding(kind: .importing, word: String(match.output.1), line: index + 1))
      }
      for match in line.matches(of: declarations) {
        let name = String(match.output.1)
        if answersWhatIsBlocked(name, isBoolean: line.contains(boolean)) {
          findings.append(Finding(kind: .boolean, word: name, line: index + 1))
        }
      }
    }
    return findings
  }

  /// A function name that asks about blocking, or a Boolean with a name about blocking.
  private static func answersWhatIsBlocked(_ name: String, isBoolean: Bool) -> Bool {
    let word = name.lowercased()
    let isAbout = ["lock", "access", "restrict", "allow", "expire", "enforce", "earning"]
      .contains { word.contains($0) }
    let asks = name.prefixMatch(of: #/(?:is|are|was|has|can|should|may|will)[A-Z]/#) != nil
    return isAbout && (asks || isBoolean) && !capabilities.contains(name)
  }

  private static var patterns: [(Finding.Kind, Regex<(Substring, Substring)>)] {
    [
      (.clock, ClockWords.pattern),
      (
        .clock,
        #/\b(now\s*\(\s*\)|localtime\w*|gmtime\w*|TimeZone|Calendar|ProcessInfo|sleep)\b/#
      ),
      (
        .clock, #/(?:^|[^\w)\]]|\b[A-Z]\w*)(\.now)\b(?!\s*[:=])/#
      ),
      (
        .input,
        #/\b(print|debugPrint|dump|readLine|FileManager|FileHandle|fopen|fputs|fread|fwrite|open\s*\(|Process|URLSession|URL|getenv|setenv|CommandLine|UserDefaults|stdout|stderr|stdin|socket)\b/#
      ),
      (
        .chance,
        #/\b(random|randomElement|shuffled|shuffle|SystemRandomNumberGenerator|UUID|hashValue|Hasher)\b/#
      ),
      (.order, #/\b(Dictionary)\b/#),
      (
        .concurrency,
        #/\b(async|await|actor|Task|Mutex|Atomic|DispatchQueue|Thread|static\s+var(?=[^{]*=))\b/#
      ),
    ]
  }

  private static var importPattern: Regex<(Substring, Substring)> {
    #/^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/#
  }

  private static var declarationPattern: Regex<(Substring, Substring)> {
    #/\b(?:var|let|func)\s+(\w+)/#
  }

  private static var booleanPattern: Regex<Substring> { #/(?::|->)\s*Bool\b/# }
}
