// SPDX-License-Identifier: MIT

public import Acoustics

/// Anything that hears pitch and is to be judged: our own detectors, other programs, wrong detectors.
///
/// A contestant is asked from several threads at once, one item each, so it keeps no state between
/// items: what it prepares for a sound it prepares in `readings(of:)`.
public protocol Contestant: Sendable {
  /// The name in tables and reports.
  var name: String { get }

  /// Which pitch it claims to read, and so which reference of a recording it is held against.
  var meaning: PitchMeaning { get }

  /// Listens to one item from its start to its end.
  ///
  /// - Returns: every update in the order of time, "no pitch" included.
  /// - Throws: `ContestantError` when there is no complete answer; the item is then counted as failed
  ///   and not scored.
  func readings(of hearing: Hearing) throws(ContestantError) -> [Reading]

  /// Listens to one item and also says which notes it held.
  ///
  /// - Returns: the updates, and the notes of a contestant that tells notes apart.
  /// - Throws: as `readings(of:)`.
  func account(of hearing: Hearing) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  )
}

extension Contestant {
  /// Listens to one item; a contestant of updates alone names no notes.
  ///
  /// - Throws: as `readings(of:)`.
  public func account(of hearing: Hearing) throws(ContestantError) -> (
    readings: [Reading], notes: [PlayedNote]?
  ) {
    (try readings(of: hearing), nil)
  }
}
