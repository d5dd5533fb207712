// SPDX-License-Identifier: MIT

/// The names of the strings of a stroke in sentences and tables.
///
/// A string has the name of its note. Strings that are measured as one have their numbers too, such
/// as `strings 4+3 (B3)`, and so has a string whose note another string has: `string 4 (B3)`.
package struct StrokeNames: Sendable {
  private let targets: [StrumTarget]
  /// The names in the order of the instrument.
  package let all: [String]

  /// Names the strings of a stroke.
  ///
  /// - Parameters:
  ///   - targets: the strings in the order of the instrument.
  ///   - note: returns the name of a note.
  package init(_ targets: [StrumTarget], note: (SpelledNote) -> String) {
    self.targets = targets
    all = targets.map { target in
      let name = note(target.string.spelling)
      return target.hasOwnNote(among: targets) ? name : target.name(with: name)
    }
  }

  /// The name of a string.
  package subscript(_ index: Int) -> String { all[index] }

  /// Joins the names of strings to a list with a verb.
  ///
  /// - Parameters:
  ///   - strings: the indices of one string or more.
  ///   - one: the form of the verb for one string.
  ///   - more: its form for several strings, also for several that are measured as one.
  /// - Returns: such as `E2, A2 and D3 are`.
  package func list(_ strings: [Int], one: String, more: String) -> String {
    "\(Self.list(strings.map { all[$0] })) \(isOne(strings) ? one : more)"
  }

  /// Returns true for a single string that is measured alone.
  package func isOne(_ strings: [Int]) -> Bool {
    strings.count == 1 && targets[strings[0]].positions.count == 1
  }

  /// Returns names as in a sentence, such as `E2, A2 and D3`.
  package static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
