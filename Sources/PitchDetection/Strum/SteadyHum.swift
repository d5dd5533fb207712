// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The mains hum that sounds before a stroke: the frequency of the mains and the power of each
/// multiple.
///
/// The model of a stroke has a line for each of these multiples, as if hum were one more string.
/// Otherwise a string would take them: the seventh multiple of 50 Hz is an E4, 103 cents sharp. The
/// frequencies of these lines are known to about a cent, and their power is at most twice that
/// before the stroke, so they seldom take the partials of a string.
///
/// Source: docs/decisions/0220-hum-before-a-stroke-has-lines-of-its-own.md.
struct SteadyHum: BitwiseCopyable {
  // | name        | unit | meaning                                  | source                     |
  // | ----------- | ---- | ---------------------------------------- | -------------------------- |
  // | most        | 1    | number of multiples; higher ones are     | those of a string that are |
  // |             |      | faint                                    | always modelled            |
  // | peakRatio   | 1    | least power of a peak over the floor     | 12 dB: noise has no such   |
  // |             |      |                                          | peak                       |
  // | nearness    | bins | distance of a peak from its multiple,    | set; the error of the      |
  // |             |      | added to that of `MainsComb`             | parabola through a peak    |
  // | share       | 1    | least share of the power of all peaks    | set                        |
  // | margin      | 1    | limit of a line's power over that before | 3 dB: hum wavers, and the  |
  // |             |      | the stroke                               | window takes part of it    |
  // | variance    | c²   | variance of a line's frequency           | one cent: the grid hardly  |
  // |             |      |                                          | moves during a stroke      |
  static let most = 20
  private static let peakRatio = 16.0
  private static let nearness = 0.1
  private static let share = 0.8
  static let margin = 2.0
  static let variance = 1.0

  /// The sound before a stroke.
  enum Sound {
    /// Nothing has a peak.
    case quiet
    /// Nothing but hum, or hardly anything else.
    case hum(SteadyHum)
    /// Something else, for example the strings of the previous stroke.
    case other
  }

  /// The frequency of the mains in hertz, or twice that.
  private(set) var base = 0.0
  /// The power of the peak at each multiple, from 1 on; 0 for none.
  private(set) var powers = InlineArray<20, Double>(repeating: 0)

  /// Looks for hum in the spectrum of a sound before a stroke.
  static func sound(in spectrum: borrowing StrumSpectrum) -> Sound {
    var total = 0.0
    for bin in 1..<(spectrum.count - 1) where isPeak(bin, in: spectrum) {
      total += spectrum.powers[bin]
    }
    guard total > 0 else { return .quiet }
    for index in MainsComb.bases.indices {
      let base = MainsComb.bases[index]
      if let hum = SteadyHum(of: base, in: spectrum, total: total) { return .hum(hum) }
    }
    return .other
  }

  private init?(of nominal: Double, in spectrum: borrowing StrumSpectrum, total: Double) {
    var own = 0.0
    var divisor = 0
    var (product, square) = (0.0, 0.0)
    for bin in 1..<(spectrum.count - 1) where Self.isPeak(bin, in: spectrum) {
      let offset = PeakMap.peakOffset(spectrum.powers, bin)
      let frequency = (Double(bin) + offset) / spectrum.seconds
      let number = (frequency / nominal).rounded()
      let distance = abs(frequency - number * nominal)
      guard number >= 1,
        distance <= MainsComb.tolerance * frequency + Self.nearness / spectrum.seconds
      else { continue }
      own += spectrum.powers[bin]
      guard Int(number) <= Self.most else { continue }
      powers[Int(number) - 1] = max(powers[Int(number) - 1], spectrum.powers[bin])
      divisor = greatestCommonDivisor(of: divisor, Int(number))
      product += spectrum.powers[bin] * number * frequency
      square += spectrum.powers[bin] * number * number
    }
    var count = 0
    for index in powers.indices where powers[index] > 0 { count += 1 }
    guard own >= Self.share * total, count >= MainsComb.leastCount, divisor == 1 else {
      return nil
    }
    base = product / square
  }

  private static func isPeak(_ bin: Int, in spectrum: borrowing StrumSpectrum) -> Bool {
    PeakMap.isPeak(spectrum.powers, bin, spectrum.floor[bin])
      && spectrum.powers[bin] > peakRatio * spectrum.floor[bin]
  }
}
