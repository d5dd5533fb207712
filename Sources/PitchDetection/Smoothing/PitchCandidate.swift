// SPDX-License-Identifier: MIT

public import Acoustics

/// A pitch that a detector compared with others in its last update.
public struct PitchCandidate: Hashable, Sendable {
  /// The first partial, as the match refined it.
  public var frequency: Hertz
  /// The evidence for it in this update alone, on the detector's own scale: higher is better, and
  /// only differences have a meaning.
  public var evidence: Double

  /// Makes a candidate.
  ///
  /// - Parameters:
  ///   - frequency: the first partial.
  ///   - evidence: the evidence for it.
  public init(frequency: Hertz, evidence: Double) {
    self.frequency = frequency
    self.evidence = evidence
  }
}
