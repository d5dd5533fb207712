// SPDX-License-Identifier: MIT

public import Acoustics

/// A range of pitches that a detector searches.
public struct PitchRange: Hashable, Sendable {
  /// The range of guitars and basses, B♭0 to E6.
  ///
  /// It begins a semitone below the lowest string of a five-string bass and ends half a semitone
  /// above the highest fret of a guitar.
  public static let guitarAndBass = PitchRange(uncheckedLowest: Hertz(29), highest: Hertz(1400))
  /// The supported range.
  public static let supported = PitchRange(uncheckedLowest: Hertz(25), highest: Hertz(2500))

  /// The lowest frequency.
  public let lowest: Hertz
  /// The highest frequency.
  public let highest: Hertz

  private init(uncheckedLowest lowest: Hertz, highest: Hertz) {
    self.lowest = lowest
    self.highest = highest
  }

  /// Makes a range.
  ///
  /// - Throws: `PitchDetectionError.rangeUnsupported` for a bound outside `supported`,
  ///   `.rangeEmpty` when the bounds are less than a semitone apart.
  public init(lowest: Hertz, highest: Hertz) throws(PitchDetectionError) {
    for bound in [lowest, highest]
    where !(bound >= Self.supported.lowest && bound <= Self.supported.highest) {
      throw .rangeUnsupported(required: Self.supported, actual: bound)
    }
    guard highest.interval(above: lowest) >= Cents(100) else {
      throw .rangeEmpty(lowest: lowest, highest: highest)
    }
    self.init(uncheckedLowest: lowest, highest: highest)
  }
}
