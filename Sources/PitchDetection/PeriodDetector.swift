// SPDX-License-Identifier: MIT

public import Acoustics

/// Reports how often the sound repeats where its base reports the first partial.
///
/// The repetition is what YIN and its kin hear: on a stiff string a few cents above the first partial.
public struct PeriodDetector<Base: PitchDetector & ~Copyable>: PitchDetector, ~Copyable {
  private var base: Base

  /// Reads the period of what `base` hears.
  public init(_ base: consuming Base) { self.base = base }

  /// Takes in the next samples of the stream.
  ///
  /// - Parameter samples: any number of finite samples.
  public mutating func append(_ samples: Span<Float>) { base.append(samples) }

  /// Returns the estimate of the base with its period as its frequency.
  ///
  /// - Returns: `nil` where the base hears nothing, or no period.
  public mutating func estimatePitch() -> PitchEstimate? {
    guard var estimate = base.estimatePitch(), let period = estimate.period else { return nil }
    estimate.frequency = period
    return estimate
  }

  /// How many pitches the base weighed in the last update.
  public var candidateCount: Int { base.candidateCount }

  /// Returns a pitch that the base weighed: its first partial.
  ///
  /// - Parameter index: 0 up to `candidateCount`.
  /// - Returns: the pitch and what speaks for it.
  public func candidate(at index: Int) -> PitchCandidate { base.candidate(at: index) }

  /// Forgets the stream.
  public mutating func reset() { base.reset() }
}
