// SPDX-License-Identifier: MIT

internal import Acoustics

/// The pitch that one update measured, before it is scored.
struct MeasuredPitch {
  /// The pitch that was searched or tracked, in hertz.
  let candidate: Double
  /// The period that belongs to it, in samples of the analysis.
  let lag: Double
  /// The fit of its partials; `nil` if they could not be measured.
  let fit: PartialFit?
  /// The evidence of the comb; `nil` if only the repetition was measured.
  var comb: CombEvidence?
  /// The share of the spectrum that a second string explains; `nil` if it was not measured.
  var secondString: Double?

  /// The first partial at the end of the segment, in hertz.
  var frequency: Double { fit?.frequencyNow ?? candidate }
}

extension PitchEstimate {
  /// The standard error of a period, in cents, before partials can be measured.
  private static let periodError = 6.0

  /// Makes the estimate of a measured pitch.
  ///
  /// - Parameters:
  ///   - measured: the pitch.
  ///   - period: the repetition rate of the note; `nil` if none was measured.
  ///   - confidence: the confidence in it, 0…1.
  ///   - age: the time since the onset, in samples.
  init(_ measured: MeasuredPitch, period: Hertz?, confidence: Double, age: Int?) {
    let fit = measured.fit
    self.init(
      frequency: Hertz(measured.frequency), fit: fit.map { Hertz($0.fit) }, period: period,
      inharmonicity: fit.flatMap { $0.carriesInharmonicity ? $0.inharmonicity : nil },
      confidence: confidence, sigma: Cents(fit?.sigma ?? Self.periodError),
      beat: fit.map { Cents($0.beat) },
      firstPartialLevel: fit?.firstPower.flatMap { Decibels(power: $0) }, age: age)
    secondString = measured.secondString
  }
}
