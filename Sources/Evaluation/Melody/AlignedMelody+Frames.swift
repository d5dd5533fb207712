// SPDX-License-Identifier: MIT

internal import Acoustics

extension AlignedMelody {
  /// Takes a detector's updates, which carry their reference and need no alignment.
  ///
  /// An answer with confidence 0.7 or more is voiced; other answers are estimates in unvoiced
  /// frames.
  ///
  /// - Complexity: O(n).
  public init(_ frames: some Sequence<ScoredFrame>) {
    self.init(
      frames.map { frame in
        Frame(
          referenceVoicing: frame.truth == nil ? 0 : 1,
          referenceCents: Self.cents(frame.truth),
          estimateVoicing: frame.isAnswered ? 1 : 0,
          estimateCents: Self.cents(frame.answer?.frequency))
      })
  }

  /// Returns cents above mir_eval's base frequency; `nil` for no frequency and for an invalid one.
  private static func cents(_ frequency: Hertz?) -> Double? {
    guard let frequency, frequency.value > 0, frequency.value.isFinite else { return nil }
    return frequency.interval(above: MelodySeries.base).value
  }
}
