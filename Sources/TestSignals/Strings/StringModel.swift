// SPDX-License-Identifier: MIT

package import Acoustics

/// A plucked stiff string as a formula in continuous time, without a sample rate.
///
/// With t in seconds since the pluck and ν_n = n·f0·√(1 + B·n²),
///
///     s(t) = e(t) · Σ A_n·exp(−t/τ_n)·sin(2π·(ν_n·G(t) + φ_n)),   f_n(t) = ν_n·g(t)
///
/// `g` and `G` are the sums of those of the `Glide` and the `PitchMotion`, A_n the amplitudes of
/// the `PartialSpectrum` at `level`, τ_n = τ_1/n^0.7, φ_n the n-th draw of `phaseSeed` in turns,
/// and e(t) a raised-cosine attack. The modes of a body move the ν_n, and change A_n and τ_n (see
/// `BodyMode`). A rendering at a sample rate keeps the partials that stay below
/// its Nyquist frequency: the same string at 48 and 96 kHz differs by the partials above 24 kHz and
/// by nothing else.
package struct StringModel: Hashable, Sendable {
  /// f0, the settled frequency that a string without stiffness would have.
  package var fundamental: Hertz
  /// B of f_n = n·f0·√(1 + B·n²).
  package var inharmonicity: Double
  /// The glide at the start; `nil` for none.
  package var glide: Glide?
  /// The movement of the pitch by a hand; `nil` for none.
  package var motion: PitchMotion?
  /// The partials' relative amplitudes at the pluck.
  package var spectrum: PartialSpectrum
  /// τ_1 in seconds, the time in which partial 1 falls to 1/e; `nil` for no decay.
  package var decayTime: Double?
  /// The seed of the partials' phases.
  package var phaseSeed: UInt64
  /// The root mean square of all partials together at the pluck, in dBFS (see `PartialTable`).
  package var level: Decibels
  /// The resonances of the body; none for a string on a rigid frame.
  package var body: [BodyMode]

  /// The level of the test sets.
  ///
  /// It leaves headroom for noise that is stronger than the string.
  package static let standardLevel = Decibels(-26)
  /// The attack in seconds: e(t) = (1 − cos(πt/attack))/2 on it, 0 before and 1 after.
  package static let attack = 0.0015

  /// Makes a string.
  ///
  /// - Precondition: `fundamental` is above 0, `inharmonicity` not below 0, `decayTime` above 0.
  package init(
    fundamental: Hertz, inharmonicity: Double = 0, glide: Glide? = nil, spectrum: PartialSpectrum,
    decayTime: Double? = nil, phaseSeed: UInt64 = 0, level: Decibels = standardLevel,
    body: [BodyMode] = []
  ) {
    precondition(fundamental.value > 0, "A string rings above 0 Hz.")
    precondition(inharmonicity >= 0, "A string's inharmonicity is not below 0.")
    precondition(decayTime.map { $0 > 0 } ?? true, "A decay takes time.")
    self.fundamental = fundamental
    self.inharmonicity = inharmonicity
    self.glide = glide
    self.spectrum = spectrum
    self.decayTime = decayTime
    self.phaseSeed = phaseSeed
    self.level = level
    self.body = body
  }

  /// Returns the settled frequency of a partial: ν_n = n·f0·√(1 + B·n²), moved by the body.
  package func settledFrequency(ofPartial number: Int) -> Hertz {
    let free = freeFrequency(ofPartial: number)
    guard !body.isEmpty else { return free }
    return free.raised(by: Cents(body.reduce(0) { $0 + $1.move(at: free.value) }))
  }

  /// Returns the settled frequency that a partial has on a rigid frame: n·f0·√(1 + B·n²).
  func freeFrequency(ofPartial number: Int) -> Hertz {
    let n = Double(number)
    return Hertz(n * fundamental.value * (1 + inharmonicity * n * n).squareRoot())
  }

  /// Returns the frequency of a partial `seconds` after the pluck: f_n(t) = ν_n·g(t).
  package func frequency(ofPartial number: Int, at seconds: Double) -> Hertz {
    Hertz(settledFrequency(ofPartial: number).value * ratio(at: seconds))
  }

  /// Returns f0 at the time `seconds` after the pluck: f0·g(t).
  package func fundamental(at seconds: Double) -> Hertz {
    Hertz(fundamental.value * ratio(at: seconds))
  }

  private func ratio(at seconds: Double) -> Double {
    (glide?.ratio(at: seconds) ?? 1) + (motion?.excess(at: seconds) ?? 0)
  }

  /// Returns the number of partials that stay below `limit` at every moment, the start of the glide
  /// included.
  package func partialCount(below limit: Hertz) -> Int {
    let ratio = max(1, 1 + (glide?.excess ?? 0)) + (motion?.highest ?? 0)
    var count = 0
    while settledFrequency(ofPartial: count + 1).value * ratio < limit.value { count += 1 }
    return count
  }
}
