// SPDX-License-Identifier: MIT

package import Acoustics

/// The English sentence of a report or a page about a stroke: the strings that are out of tune, the
/// worst first.
package struct EnglishStrokeSentence: Sendable {
  /// The words for a string that sounds, but whose reading does not decide whether it is in tune.
  package static let uncertain = "too uncertain to judge"
  /// The clause about a stroke without a fault.
  private static let allInTune = "all strings are in tune"

  private let names: StrokeNames

  /// Makes the sentences about strokes over some strings.
  package init(_ names: StrokeNames) { self.names = names }

  /// Returns the sentence.
  ///
  /// - Parameter verdicts: one for each string.
  /// - Returns: such as "D3 is 12 cents flat; the others are in tune."
  package func text(of verdicts: [StringVerdict]) -> String {
    let stroke = StrokeSummary(verdicts)
    let out = stroke.out.map {
      "\(names.list([$0.string], one: "is", more: "are")) \(Self.distance($0.cents))"
    }
    let clauses = [
      out.joined(separator: ", "), inTune(stroke.inTune),
      clause(stroke.uncertain, one: "is \(Self.uncertain)", more: "are \(Self.uncertain)"),
      clause(stroke.unclear, one: "is unclear", more: "are unclear"),
      clause(stroke.silent, one: "was not heard", more: "were not heard"),
    ]
    return clauses.filter { !$0.isEmpty }.joined(separator: "; ") + "."
  }

  /// Returns a sentence with a capital letter if it begins with a word.
  ///
  /// Other sentences begin with a note, and a capital would rename it: in Helmholtz's notation, d is
  /// an octave above D.
  package static func capitalised(_ sentence: String) -> String {
    if sentence.hasPrefix(allInTune) { return "A" + sentence.dropFirst() }
    if sentence.hasPrefix(StrumTarget.word) { return "S" + sentence.dropFirst() }
    return sentence
  }

  private func inTune(_ mention: StrokeSummary.InTuneMention) -> String {
    switch mention {
    case .none: ""
    case .all: Self.allInTune
    case .others: "the others are in tune"
    case .these(let strings): clause(strings, one: "is in tune", more: "are in tune")
    }
  }

  /// Returns the names of strings with a verb; nothing without a string.
  private func clause(_ strings: [Int], one: String, more: String) -> String {
    strings.isEmpty ? "" : names.list(strings, one: one, more: more)
  }

  /// Returns the distance in cents and its direction.
  private static func distance(_ cents: Cents) -> String {
    "\(size(of: cents)) cents \(cents.value < 0 ? "flat" : "sharp")"
  }

  /// Returns the size of an interval as in a sentence: from ten cents on in whole cents.
  package static func size(of cents: Cents) -> String {
    let size = cents.magnitude.value
    guard StrokeSummary.decimalPlaces(of: cents) > 0 else { return "\(Int(size.rounded()))" }
    let tenths = Int((10 * size).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
