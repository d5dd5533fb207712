// SPDX-License-Identifier: MIT

/// An estimator of the cents of every string of a stroke.
///
/// The bench calls a contestant from several threads, one stroke each. A contestant keeps no state
/// between strokes.
package protocol StrumContestant: Sendable {
  /// The name in tables and reports.
  var name: String { get }

  /// Analyses one stroke from its start to its end.
  ///
  /// - Parameter input: the stroke.
  /// - Returns: the answers of every update at `StrumTrial.updates`, one for each string.
  /// - Throws: a reason why the strings or the sound are not supported.
  func answers(to input: StrumInput) throws -> [[StrumAnswer]]

  /// Analyses a stroke as a recording.
  ///
  /// - Parameter input: the stroke.
  /// - Returns: the reading of each string in the first stroke, *silent* without a stroke; `nil`
  ///   for a contestant that finds no strokes.
  /// - Throws: a reason why the strings or the sound are not supported.
  func strokeAnswers(to input: StrumInput) throws -> [StrumAnswer]?

  /// Counts the strokes in a sound.
  ///
  /// - Parameter input: the sound.
  /// - Returns: the number; `nil` for a contestant that finds no strokes.
  /// - Throws: a reason why the strings or the sound are not supported.
  func strokeCount(in input: StrumInput) throws -> Int?
}

extension StrumContestant {
  /// Finds no strokes.
  package func strokeAnswers(to input: StrumInput) throws -> [StrumAnswer]? { nil }

  /// Finds no strokes.
  package func strokeCount(in input: StrumInput) throws -> Int? { nil }
}
