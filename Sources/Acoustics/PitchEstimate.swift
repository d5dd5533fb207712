// SPDX-License-Identifier: MIT

/// What a detector heard in one update: a pitch with its uncertainty.
///
/// Strings are stiff, so "the pitch" is named: see each property. Absent values are `nil`, never 0
/// and never NaN.
public struct PitchEstimate: Hashable, Sendable {
  /// The frequency of the first partial as it rings, or the best the detector has for it.
  public var frequency: Hertz
  /// The first partial of the stiff string that fits all partials best, f0·√(1 + B).
  public var fit: Hertz?
  /// The repetition rate, 1 / period: sharp of the first partial on a stiff string.
  public var period: Hertz?
  /// The inharmonicity coefficient B of f_n = n·f0·√(1 + B·n²), where partials carry it.
  public var inharmonicity: Double?
  /// How sure the detector is that this is a pitch, 0…1: noise is below 0.3, a clear string above 0.7.
  public var confidence: Double
  /// The reading's own standard error.
  public var sigma: Cents?
  /// How loud the partial is that `frequency` was measured of, root mean square of full scale; `nil` where
  /// it is not that of one partial.
  public var firstPartialLevel: Decibels?
  /// How many samples of the stream ago the note began; `nil` where no beginning was heard.
  public var age: Int?
  /// How much of what is heard another string explains, 0…1; `nil` where that was not asked for.
  public var company: Double?

  /// Makes an estimate.
  @inlinable
  public init(
    frequency: Hertz, fit: Hertz? = nil, period: Hertz? = nil, inharmonicity: Double? = nil,
    confidence: Double, sigma: Cents? = nil, firstPartialLevel: Decibels? = nil, age: Int? = nil,
    company: Double? = nil
  ) {
    self.frequency = frequency
    self.fit = fit
    self.period = period
    self.inharmonicity = inharmonicity
    self.confidence = confidence
    self.sigma = sigma
    self.firstPartialLevel = firstPartialLevel
    self.age = age
    self.company = company
  }
}
