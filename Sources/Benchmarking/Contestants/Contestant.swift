// SPDX-License-Identifier: MIT

package import Acoustics

/// A pitch estimator under test: a detector of this package, another program, or a wrong detector.
///
/// The bench calls a contestant from several threads, one item each. A contestant therefore keeps
/// no state between items, and prepares everything for a sound in `readings(of:)`.
package protocol Contestant: Sendable {
  /// The name in tables and reports.
  var name: String { get }

  /// The pitch that it claims to read, which selects the reference of a recording.
  var meaning: PitchMeaning { get }

  /// Analyses one item from its start to its end.
  ///
  /// - Returns: every update in the order of time, including "no pitch".
  /// - Throws: `ContestantError` when there is no complete answer. The bench then counts the item
  ///   as failed and does not score it.
  func readings(of input: ContestantInput) throws(ContestantError) -> [Reading]

  /// Analyses one item and also transcribes its notes.
  ///
  /// - Returns: the updates, and the notes if the contestant transcribes notes.
  /// - Throws: as `readings(of:)`.
  func account(of input: ContestantInput) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  )
}

extension Contestant {
  /// Analyses one item and returns no notes.
  ///
  /// - Throws: as `readings(of:)`.
  package func account(of input: ContestantInput) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  ) {
    (try readings(of: input), nil)
  }
}
