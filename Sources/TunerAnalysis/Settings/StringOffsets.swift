// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import Terminal
import Tuning

/// The cents that a player adds to the targets of strings, such as `6=-2,3=+1.5`.
///
/// They come on top of the offsets that the tuning has.
struct StringOffsets: Hashable, Sendable {
  /// No offset.
  static let none = StringOffsets(cents: [:])

  /// The cents by the number of the string.
  private(set) var cents: [Int: Double]

  private init(cents: [Int: Double]) { self.cents = cents }

  /// Reads the offsets.
  ///
  /// - Parameter text: entries of a string's number, `=` and cents, separated by commas; empty or
  ///   `none` for none.
  /// - Throws: `StringOffsetError`.
  init(_ text: String) throws(StringOffsetError) {
    do throws(StringNumbers.WrongEntry) {
      cents = try StringNumbers.read(text == "none" ? "" : text)
    } catch {
      throw StringOffsetError(entry: error.text)
    }
  }

  /// The offsets as `init(_:)` reads them, by the number of the string.
  var text: String {
    let entries = cents.sorted { $0.key < $1.key }.map { "\($0.key)=\(decimal($0.value))" }
    return entries.isEmpty ? "none" : entries.joined(separator: ",")
  }

  /// Returns the offsets of those strings whose number meets a condition.
  func kept(_ isKept: (Int) -> Bool) -> StringOffsets {
    var kept = self
    kept.cents = cents.filter { isKept($0.key) }
    return kept
  }

  /// Returns a tuning whose strings have the offsets as well as their own.
  ///
  /// - Throws: `InstrumentTuningError.noSuchString`, and `.offset` for one beyond a semitone.
  func applied(to tuning: InstrumentTuning) throws(InstrumentTuningError) -> InstrumentTuning {
    var offsets: [Int: Cents] = [:]
    for (position, added) in cents {
      offsets[position] = Cents((tuning.string(at: position)?.offset.value ?? 0) + added)
    }
    return try tuning.sweetened(by: offsets)
  }
}

/// The error for an entry that is not a string's number and cents.
struct StringOffsetError: Error, Hashable, CustomStringConvertible {
  let entry: String

  var description: String {
    "\"\(printable(entry))\" is no string with its cents. Write each string once, as in "
      + "6=-2,3=+1.5."
  }
}
