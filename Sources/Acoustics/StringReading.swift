// SPDX-License-Identifier: MIT

/// The measurement of one string in an update.
public struct StringReading: Hashable, Sendable {
  /// The evidence that a string sounds.
  public enum State: Hashable, Sendable {
    /// The string sounds; `sigma` is the standard error of its deviation.
    case sounding
    /// The string does not sound: it has no partials, or only faint ones or ones that do not fit
    /// it.
    case silent
    /// There are partials that may belong to the string or to another sound, or the string was not
    /// measured: just after an onset, and in a gap of lost samples.
    case unclear
  }

  /// The decision about the string.
  public var state: State
  /// The first partial at the end of the analysed window; `nil` if no partial was found.
  public var frequency: Hertz?
  /// The interval from the target to `frequency`; `nil` if no partial was found.
  ///
  /// A sounding string lies within the range of the configuration. An unclear one may lie at any
  /// distance.
  public var deviation: Cents?
  /// The standard error of `deviation`; `nil` if no partial was found.
  public var sigma: Cents?
  /// The probability, from 0 to 1, that the string sounds at `frequency`.
  ///
  /// Beside at least two other sounding strings it is calibrated on recorded strings: about that
  /// share of readings lies within 15 cents. It is at most 0.65 if another note or a noise may
  /// explain the partials: at the end of the string's range, and until the sound counts as that of
  /// strings. It is 0 if the string was not measured.
  public var confidence: Double
  /// The coefficient B of f_n = n·f0·√(1 + B·n²); `nil` if fewer than three partials were found.
  public var inharmonicity: Double?
  /// The first partial of the stiff-string model (see `inharmonicity`) fitted to all partials.
  ///
  /// The body may shift `frequency` from it.
  public var fittedFrequency: Hertz?

  /// Makes a reading.
  ///
  /// - Parameters:
  ///   - state: the decision about the string.
  ///   - frequency: the first partial; `nil` if no partial was found.
  ///   - deviation: the interval from the target to `frequency`.
  ///   - sigma: the standard error of `deviation`.
  ///   - confidence: the probability, from 0 to 1, that the string sounds.
  ///   - inharmonicity: B; `nil` if fewer than three partials were found.
  ///   - fittedFrequency: the first partial of the model fitted to all partials.
  public init(
    state: State, frequency: Hertz?, deviation: Cents?, sigma: Cents?, confidence: Double,
    inharmonicity: Double? = nil, fittedFrequency: Hertz? = nil
  ) {
    self.state = state
    self.frequency = frequency
    self.deviation = deviation
    self.sigma = sigma
    self.confidence = confidence
    self.inharmonicity = inharmonicity
    self.fittedFrequency = fittedFrequency
  }

  /// Returns the reading of a string that was not measured.
  package static func unmeasured(_ state: State) -> StringReading {
    StringReading(
      state: state, frequency: nil, deviation: nil, sigma: nil, confidence: 0, inharmonicity: nil,
      fittedFrequency: nil)
  }
}

extension StringReading {
  /// Returns the reading of a string corrected for the clock that the samples were recorded by.
  ///
  /// - Parameters:
  ///   - clock: the error of the clock; positive for a fast clock.
  ///   - target: the frequency that the deviation counts from.
  /// - Returns: the reading itself if the clock has no error or the string was not measured.
  package func corrected(for clock: PartsPerMillion, target: Hertz) -> StringReading {
    guard clock.value != 0, let frequency else { return self }
    let corrected = frequency.corrected(for: clock)
    var reading = self
    reading.frequency = corrected
    reading.deviation = corrected.interval(above: target)
    reading.fittedFrequency = fittedFrequency?.corrected(for: clock)
    return reading
  }
}
