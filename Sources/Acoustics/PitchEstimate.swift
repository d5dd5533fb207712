// SPDX-License-Identifier: MIT

/// What a detector heard in one update: a pitch with its uncertainty.
///
/// Strings are stiff, so "the pitch" is named: see each property. Absent values are `nil`, never 0
/// and never NaN.
///
/// It is passed on by value at every update, so the seven that may be absent share one byte that says which
/// are there: a mark beside each would double the moves.
public struct PitchEstimate: Hashable, Sendable {
  /// What an estimate may leave out.
  @usableFromInline struct Presence: OptionSet, Hashable, Sendable {
    @usableFromInline var rawValue: UInt8
    @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable static var fit: Presence { Presence(rawValue: 1) }
    @inlinable static var period: Presence { Presence(rawValue: 2) }
    @inlinable static var inharmonicity: Presence { Presence(rawValue: 4) }
    @inlinable static var sigma: Presence { Presence(rawValue: 8) }
    @inlinable static var firstPartialLevel: Presence { Presence(rawValue: 16) }
    @inlinable static var age: Presence { Presence(rawValue: 32) }
    @inlinable static var company: Presence { Presence(rawValue: 64) }
  }

  /// The frequency of the first partial as it rings, or the best the detector has for it.
  public var frequency: Hertz
  /// How sure the detector is that this is a pitch, 0…1: noise is below 0.3, a clear string above 0.7.
  public var confidence: Double
  // What is absent is 0 here, so that equal estimates are equal in all their parts.
  @usableFromInline var fitFrequency = Hertz(0)
  @usableFromInline var periodFrequency = Hertz(0)
  @usableFromInline var inharmonicityValue = 0.0
  @usableFromInline var sigmaCents = Cents(0)
  @usableFromInline var firstPartialDecibels = Decibels(0)
  @usableFromInline var ageInSamples = 0
  @usableFromInline var companyShare = 0.0
  @usableFromInline var presence = Presence()

  /// Makes an estimate.
  @inlinable
  public init(
    frequency: Hertz, fit: Hertz? = nil, period: Hertz? = nil, inharmonicity: Double? = nil,
    confidence: Double, sigma: Cents? = nil, firstPartialLevel: Decibels? = nil, age: Int? = nil,
    company: Double? = nil
  ) {
    self.frequency = frequency
    self.confidence = confidence
    self.fit = fit
    self.period = period
    self.inharmonicity = inharmonicity
    self.sigma = sigma
    self.firstPartialLevel = firstPartialLevel
    self.age = age
    self.company = company
  }

  /// The first partial of the stiff string that fits all partials best, f0·√(1 + B).
  @inlinable public var fit: Hertz? {
    get { presence.contains(.fit) ? fitFrequency : nil }
    set {
      fitFrequency = newValue ?? Hertz(0)
      mark(.fit, newValue != nil)
    }
  }

  /// The repetition rate, 1 / period: sharp of the first partial on a stiff string.
  @inlinable public var period: Hertz? {
    get { presence.contains(.period) ? periodFrequency : nil }
    set {
      periodFrequency = newValue ?? Hertz(0)
      mark(.period, newValue != nil)
    }
  }

  /// The inharmonicity coefficient B of f_n = n·f0·√(1 + B·n²), where partials carry it.
  @inlinable public var inharmonicity: Double? {
    get { presence.contains(.inharmonicity) ? inharmonicityValue : nil }
    set {
      inharmonicityValue = newValue ?? 0
      mark(.inharmonicity, newValue != nil)
    }
  }

  /// The reading's own standard error.
  @inlinable public var sigma: Cents? {
    get { presence.contains(.sigma) ? sigmaCents : nil }
    set {
      sigmaCents = newValue ?? Cents(0)
      mark(.sigma, newValue != nil)
    }
  }

  /// How loud the partial is that `frequency` was measured of, root mean square of full scale; `nil` where
  /// it is not that of one partial.
  @inlinable public var firstPartialLevel: Decibels? {
    get { presence.contains(.firstPartialLevel) ? firstPartialDecibels : nil }
    set {
      firstPartialDecibels = newValue ?? Decibels(0)
      mark(.firstPartialLevel, newValue != nil)
    }
  }

  /// How many samples of the stream ago the note began; `nil` where no beginning was heard.
  @inlinable public var age: Int? {
    get { presence.contains(.age) ? ageInSamples : nil }
    set {
      ageInSamples = newValue ?? 0
      mark(.age, newValue != nil)
    }
  }

  /// How much of what is heard another string explains, 0…1; `nil` where that was not asked for.
  @inlinable public var company: Double? {
    get { presence.contains(.company) ? companyShare : nil }
    set {
      companyShare = newValue ?? 0
      mark(.company, newValue != nil)
    }
  }

  @inlinable
  mutating func mark(_ part: Presence, _ isThere: Bool) {
    if isThere { presence.formUnion(part) } else { presence.subtract(part) }
  }
}
