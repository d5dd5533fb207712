// SPDX-License-Identifier: MIT

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ScalaScale {
  /// How many degrees a file may have.
  static let largestCount = 100_000
  /// How far a degree may lie from the first, in cents: beyond all hearing, in either direction.
  static let largestInterval = 100_000.0

  /// Reads a `.scl` file.
  ///
  /// Lines that begin with `!` are comments. Then come a description, the number of degrees, and one
  /// pitch a line: with a period it is cents, else a ratio or a whole number. What follows a pitch on
  /// its line is ignored, and so are blank lines at the end; another pitch there is a wrong count.
  ///
  /// Source: huygens-fokker.org/scala/scl_format.html.
  ///
  /// - Parameter bytes: the file, as ASCII, UTF-8 or another 8-bit text.
  /// - Throws: `ScalaError`, which names the line.
  public init(scl bytes: [UInt8]) throws(ScalaError) {
    var lines = try ScalaLines(bytes)
    guard let description = lines.next() else {
      throw ScalaError(line: lines.number, .missingDescription)
    }
    guard let countLine = lines.next() else {
      throw ScalaError(line: lines.number, .missingCount)
    }
    let count = ScalaLines.words(of: countLine).first ?? ""
    guard let promised = ScalaLines.wholeNumber(count), promised >= 0 else {
      throw ScalaError(line: lines.number, .badCount(String(count)))
    }
    guard promised <= Self.largestCount else {
      throw ScalaError(line: lines.number, .tooMany(required: Self.largestCount, actual: promised))
    }
    let countLineNumber = lines.number
    var cents: [Double] = []
    while let line = lines.next() {
      guard cents.count < promised else {
        if Self.pitch(in: line) != nil { cents.append(0) }
        continue
      }
      // The format's blank description is the only blank line that means something.
      let words = ScalaLines.words(of: line)
      guard let word = words.first else {
        throw ScalaError(line: lines.number, .blankPitch(degree: cents.count + 1))
      }
      guard let pitch = Self.pitch(in: line) else {
        throw ScalaError(line: lines.number, .badPitch(String(word)))
      }
      cents.append(pitch)
    }
    guard cents.count == promised else {
      throw ScalaError(
        line: countLineNumber, .wrongCount(promised: promised, actual: cents.count))
    }
    self.init(description: ScalaLines.trimmed(description), cents: cents)
  }

  /// Returns the pitch that a line begins with, in cents; `nil` when it begins with none.
  private static func pitch(in line: Substring) -> Double? {
    guard let word = ScalaLines.words(of: line).first else { return nil }
    if word.contains(".") {
      let digits = word.first == "-" || word.first == "+" ? word.dropFirst() : word
      let isPlain = digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
      guard isPlain, digits.utf8.count > 1, let cents = Double(padded(word)),
        abs(cents) <= largestInterval
      else { return nil }
      return cents
    }
    let terms = word.split(separator: "/", omittingEmptySubsequences: false)
    guard terms.count <= 2, let above = ScalaLines.wholeNumber(terms[0]), above > 0 else {
      return nil
    }
    guard terms.count == 2 else { return 1200 * log2(Double(above)) }
    guard let below = ScalaLines.wholeNumber(terms[1]), below > 0 else { return nil }
    return 1200 * (log2(Double(above)) - log2(Double(below)))
  }

  /// `408.` and `.5` are numbers in this format.
  private static func padded(_ word: Substring) -> String {
    let text = word.hasSuffix(".") ? "\(word)0" : String(word)
    return text.hasPrefix(".") ? "0" + text : text
  }
}
