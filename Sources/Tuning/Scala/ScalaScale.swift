// SPDX-License-Identifier: MIT

internal import CMathematics

/// A scale of the Scala program: degrees above an implicit first one.
///
/// The last degree is the interval after which the scale repeats.
public struct ScalaScale: Hashable, Sendable {
  /// The description in the file, one line.
  public let description: String
  /// Degrees 1…count in cents above degree 0, in any order; negative ones are allowed.
  public let cents: [Double]

  /// Makes a scale.
  ///
  /// - Parameters:
  ///   - description: one line.
  ///   - cents: degrees 1…count; the last is the period.
  /// - Precondition: every value is finite.
  public init(description: String, cents: [Double]) {
    precondition(cents.allSatisfy { $0.isFinite }, "A degree is a finite number of cents.")
    self.description = description
    self.cents = cents
  }

  /// The number of degrees in a period; 0 for a scale with a single pitch.
  public var count: Int { cents.count }

  /// The interval after which the scale repeats, in cents; `nil` without degrees.
  public var period: Double? { cents.last }

  /// Returns the pitch of any degree.
  ///
  /// The scale repeats up and down.
  ///
  /// - Parameter degree: 0 for the first; negative below it.
  /// - Returns: cents above degree 0; always 0 for a scale without degrees.
  public func cents(ofDegree degree: Int) -> Double {
    guard let period else { return 0 }
    let inside = (degree % count + count) % count
    let turns = (degree - inside) / count
    return Double(turns) * period + (inside == 0 ? 0 : cents[inside - 1])
  }
}

extension ScalaScale {
  /// The largest number of degrees in a file.
  static let largestCount = 100_000
  /// The largest distance of a degree from the first, in cents: far beyond hearing.
  static let largestInterval = 100_000.0

  /// Parses a `.scl` file.
  ///
  /// Lines that begin with `!` are comments. The other lines are a description, the number of
  /// degrees, and one pitch per line: in cents if it contains a period, otherwise a ratio or a
  /// whole number. Text after a pitch and blank lines at the end are ignored. A further pitch at
  /// the end is an error, because the number of degrees is wrong.
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
      // A blank line has a meaning only as the description.
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

  /// Returns the pitch at the start of a line, in cents; `nil` for none.
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

  /// The format allows `408.` and `.5`.
  private static func padded(_ word: Substring) -> String {
    let text = word.hasSuffix(".") ? "\(word)0" : String(word)
    return text.hasPrefix(".") ? "0" + text : text
  }
}
