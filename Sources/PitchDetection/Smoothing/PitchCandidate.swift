// SPDX-License-Identifier: MIT

public import Acoustics

/// A pitch that a detector weighed in its last update.
public struct PitchCandidate: Hashable, Sendable {
  /// The first partial, as the match refined it.
  public var frequency: Hertz
  /// What speaks for it in this update alone, on the detector's own scale: higher is better, and only
  /// differences mean something.
  public var evidence: Double

  /// Makes a candidate.
  ///
  /// - Parameters:
  ///   - frequency: the first partial.
  ///   - evidence: what speaks for it.
  public init(frequency: Hertz, evidence: Double) {
    self.frequency = frequency
    self.evidence = evidence
  }
}
