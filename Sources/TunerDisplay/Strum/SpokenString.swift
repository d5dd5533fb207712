// SPDX-License-Identifier: MIT

import Tuning

/// The name of a string of a stroke in a sentence.
///
/// A string has the name of its note. Strings that are measured as one have their numbers too, such
/// as `strings 4+3 (B3)`, and so has a string whose note another string has: `string 4 (B3)`.
struct SpokenString: Hashable, Sendable {
  /// The name in the player's language.
  let name: String
  /// True for strings that are measured as one.
  var isJoint = false
  /// True if the name begins with a word, and not with a note, which a capital could rename.
  var isWorded = false
}

extension [SpokenString] {
  /// Joins names to a list with the form of a verb that their number needs.
  ///
  /// - Parameters:
  ///   - conjunction: the word before the last of several names.
  ///   - one: the form for one string.
  ///   - more: the form for several strings, also for several that are measured as one.
  /// - Returns: such as "E2, A2 and D3 are".
  func joined(before conjunction: String, one: String, more: String) -> String {
    guard let last, count > 1 else {
      return first.map { "\($0.name) \($0.isJoint ? more : one)" } ?? ""
    }
    let names = dropLast().map(\.name).joined(separator: ", ")
    return "\(names) \(conjunction) \(last.name) \(more)"
  }
}

extension DisplayStyle {
  /// Names the strings of a stroke for a sentence.
  ///
  /// - Parameters:
  ///   - targets: the strings in the order of the instrument.
  ///   - notation: the notation of the notes.
  /// - Returns: the names in the order of the strings.
  func spoken(_ targets: [StrumTarget], in notation: NoteNotation) -> [SpokenString] {
    targets.map { target in
      let note = name(of: target.string.spelling, in: notation)
      if target.hasOwnNote(among: targets) { return SpokenString(name: note) }
      guard target.positions.count > 1 else {
        let text = text(.string(position: target.string.position, name: note))
        return SpokenString(name: text, isWorded: true)
      }
      let text = text(.strings(numbers: target.numbers, name: note))
      return SpokenString(name: text, isJoint: true, isWorded: true)
    }
  }

  /// Names the strings of a stroke for a table.
  ///
  /// - Parameters:
  ///   - targets: the strings in the order of the instrument.
  ///   - notation: the notation of the notes.
  /// - Returns: the note of each string; the numbers before it where it does not suffice, such as
  ///   `4+3 B3`.
  func headings(of targets: [StrumTarget], in notation: NoteNotation) -> [String] {
    targets.map { target in
      let names = StringNames(of: target, in: notation, octaves: octaves)
      return target.hasOwnNote(among: targets) ? names.note : names.full
    }
  }
}
