// SPDX-License-Identifier: MIT

/// The result of one update of a detector: a pitch with its uncertainty.
///
/// A stiff string has more than one pitch, and each property states which one it contains. An
/// absent value is `nil`, never 0 and never NaN.
public struct PitchEstimate: Hashable, Sendable {
  /// The frequency of the first partial, or the detector's best substitute for it.
  public var frequency: Hertz
  /// The first partial of the stiff string that fits all partials best, f0·√(1 + B).
  public var fit: Hertz?
  /// The repetition rate, 1 / period: higher than the first partial of a stiff string.
  public var period: Hertz?
  /// The inharmonicity coefficient B of f_n = n·f0·√(1 + B·n²), if the partials determine it.
  public var inharmonicity: Double?
  /// The confidence that this is a pitch, 0…1: below 0.3 for noise, above 0.7 for a clear string.
  public var confidence: Double
  /// The confidence that the sound has this pitch, whatever produces it, 0…1; `nil` if that is
  /// `confidence`.
  ///
  /// It is higher than `confidence` in the first readings of a struck sound, which has a pitch
  /// before it is known to be a string. The note tracker uses it.
  public var pitchConfidence: Double?
  /// The standard error of `frequency`, which contains the `wander` of the note.
  public var sigma: Cents?
  /// The part of `sigma` that is not noise: the recent deviation of the note's readings, such as
  /// the beat of a first partial, or the deviation that is typical of such a note; `nil` if the
  /// detector does not measure it.
  public var wander: Cents?
  /// The part of the first partial's movement that the detector took for a beat and subtracted from
  /// `frequency`; `nil` if `frequency` is not the frequency of one partial.
  ///
  /// Its mean over whole beats is 0. A measurement over a longer time adds it back, because it
  /// averages the beats itself.
  public var beat: Cents?
  /// The root-mean-square level, relative to full scale, of the partial on which `frequency` was
  /// measured; `nil` if `frequency` is not the frequency of one partial.
  public var firstPartialLevel: Decibels?
  /// The age of the note in samples of the stream; `nil` if no onset was detected.
  public var age: Int?
  /// The share of the spectrum that a second string explains, 0…1; `nil` unless the configuration
  /// asks for it, and where no spectrum was searched.
  public var secondString: Double?

  /// Makes an estimate.
  @inlinable
  public init(
    frequency: Hertz, fit: Hertz? = nil, period: Hertz? = nil, inharmonicity: Double? = nil,
    confidence: Double, sigma: Cents? = nil, wander: Cents? = nil,
    beat: Cents? = nil, firstPartialLevel: Decibels? = nil, age: Int? = nil,
    secondString: Double? = nil
  ) {
    self.frequency = frequency
    self.fit = fit
    self.period = period
    self.inharmonicity = inharmonicity
    self.confidence = confidence
    self.sigma = sigma
    self.wander = wander
    self.beat = beat
    self.firstPartialLevel = firstPartialLevel
    self.age = age
    self.secondString = secondString
  }
}

extension PitchEstimate {
  /// The part of `sigma` that is not `wander`: the noise of the reading itself.
  public var noise: Cents? {
    sigma.map { sigma in
      let wander = wander?.value ?? 0
      return Cents(max(0, sigma.value * sigma.value - wander * wander).squareRoot())
    }
  }
}

/// The pitch of a stiff string that a reading reports.
///
/// It selects the reference of the reading.
public enum PitchMeaning: String, Hashable, CaseIterable, Sendable {
  /// The frequency of the first partial.
  case partial
  /// The repetition rate, which is higher than the first partial.
  case period

  /// Returns the pitch of this meaning in an estimate.
  ///
  /// - Parameter estimate: the result of a detector.
  /// - Returns: `nil` if the estimate lacks that pitch.
  public func frequency(of estimate: PitchEstimate) -> Hertz? {
    switch self {
    case .partial: estimate.frequency
    case .period: estimate.period
    }
  }
}

// Embedded Swift has no coding.
#if !hasFeature(Embedded)
  extension PitchMeaning: Codable {}
#endif
