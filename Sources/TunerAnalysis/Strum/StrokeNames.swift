// SPDX-License-Identifier: MIT

import Tuning

/// The names of the strings of a stroke in sentences and tables.
///
/// A string has the name of its note. Strings that are measured as one have their numbers too, such
/// as `strings 4+3 (B3)`, and so has a string whose note another string has: `string 4 (B3)`.
struct StrokeNames {
  private let targets: [StrumTarget]
  /// The names in the order of the instrument.
  let all: [String]

  /// Names the strings of a stroke.
  ///
  /// - Parameters:
  ///   - targets: the strings in the order of the instrument.
  ///   - notation: the notation of the notes.
  init(_ targets: [StrumTarget], in notation: NoteStyle) {
    self.targets = targets
    all = targets.map { target in
      target.hasOwnNote(among: targets)
        ? notation.text(of: target.string.spelling) : TextFigures.name(of: target, in: notation)
    }
  }

  /// The name of a string.
  subscript(_ index: Int) -> String { all[index] }

  /// Joins the names of strings to a list with a verb.
  ///
  /// - Parameters:
  ///   - strings: the indices of one string or more.
  ///   - one: the form of the verb for one string.
  ///   - more: its form for several strings, also for several that are measured as one.
  /// - Returns: such as `E2, A2 and D3 are`.
  func list(_ strings: [Int], one: String, more: String) -> String {
    "\(Self.list(strings.map { all[$0] })) \(isOne(strings) ? one : more)"
  }

  /// Returns true for a single string that is measured alone.
  func isOne(_ strings: [Int]) -> Bool {
    strings.count == 1 && targets[strings[0]].positions.count == 1
  }

  /// Returns names as in a sentence, such as `E2, A2 and D3`.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
