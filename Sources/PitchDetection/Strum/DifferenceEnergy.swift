// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The power of a sound and the energies of its first and second difference, from its spectrum.
///
/// Differences emphasise the high partials, which a pluck renews and which decay first.
struct DifferenceEnergy: BitwiseCopyable {
  /// The sum of the powers.
  private(set) var power = 0.0
  /// The sum of the powers, each with the square of its frequency in kilohertz.
  private(set) var first = 0.0
  /// The same sum with the fourth power of the frequency.
  private(set) var second = 0.0

  /// The energies of silence.
  init() {}

  /// Adds up the powers of some bins.
  ///
  /// - Parameters:
  ///   - powers: the power of every bin.
  ///   - bins: the bins that count.
  ///   - seconds: the window's length.
  init(_ powers: borrowing FixedArray<Double>, in bins: Range<Int>, seconds: Double) {
    let step = 1 / (1000 * seconds)
    for bin in bins {
      let frequency = Double(bin) * step
      let square = frequency * frequency
      let weighted = square * powers[bin]
      power += powers[bin]
      first += weighted
      second += square * weighted
    }
  }

  /// Returns the energies minus those of a part of the sound, at least 0.
  func without(_ part: DifferenceEnergy) -> DifferenceEnergy {
    var remainder = self
    remainder.power = max(0, power - part.power)
    remainder.first = max(0, first - part.first)
    remainder.second = max(0, second - part.second)
    return remainder
  }

  /// Returns the lower value of the power and of each energy.
  func lower(_ other: DifferenceEnergy) -> DifferenceEnergy {
    var lower = self
    lower.power = min(power, other.power)
    lower.first = min(first, other.first)
    lower.second = min(second, other.second)
    return lower
  }
}
