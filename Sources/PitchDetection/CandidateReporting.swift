// SPDX-License-Identifier: MIT

/// Reports the candidate pitches that a detector compared in its last update.
///
/// `PitchPath` reads them: it chooses again once it knows the later updates.
public protocol CandidateReporting: ~Copyable {
  /// The number of candidates in the last update; 0 where it searched for no pitch.
  var candidateCount: Int { get }

  /// Returns a candidate of the last update.
  ///
  /// - Parameter index: the candidate's index.
  /// - Returns: the pitch and its evidence.
  /// - Precondition: `index` lies in `0..<candidateCount`.
  func candidate(at index: Int) -> PitchCandidate
}
