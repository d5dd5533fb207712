// SPDX-License-Identifier: MIT

/// Reports the candidate pitches that a detector compared in its last update.
///
/// `PitchPath` uses them to choose again when later updates are known.
public protocol CandidateReporting: ~Copyable {
  /// The number of candidates in the last update; 0 if it did not search.
  var candidateCount: Int { get }

  /// Returns a candidate of the last update.
  ///
  /// - Parameter index: the candidate's index.
  /// - Returns: the pitch and its evidence.
  /// - Precondition: `index` lies in `0..<candidateCount`.
  func candidate(at index: Int) -> PitchCandidate
}
