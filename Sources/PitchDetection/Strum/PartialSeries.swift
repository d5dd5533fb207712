// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The significances of a string's first twelve partials, in nepers, by their numbers.
///
/// A string has partials of all numbers. Where even ones alone are heard, the note an octave higher sounds.
struct PartialSeries: BitwiseCopyable {
  // | name       | unit   | source                                                                |
  // | ---------- | ------ | --------------------------------------------------------------------- |
  // | noise      | nepers | logarithm of the significance that noise reaches                        |
  // | most       | nepers | a stronger line is no more a partial than this one                      |
  // | loudest    | nepers | the same in the comparison of even partials with odd ones               |
  // | compared   | 1      | partials of that comparison                                            |
  static let noise = 2.2
  static let most = 5.0
  private static let loudest = 12.0
  private static let compared = 8
  private static let count = 12

  /// The sum of the significances over noise of the partials that are no multiples of three.
  private(set) var notThirds = 0.0
  private var even = (sum: 0.0, count: 0.0)
  private var uneven = (sum: 0.0, count: 0.0)

  /// The mean level of the even partials up to the eighth over that of the odd ones; at least 0.
  var evenExcess: Double {
    guard even.count > 0, uneven.count > 0 else { return 0 }
    return max(0, even.sum / even.count - uneven.sum / uneven.count)
  }

  /// Returns the significance of a line over noise, bounded.
  ///
  /// - Parameter logarithm: ln of the line's significance.
  /// - Returns: 0 to `most`.
  static func overNoise(_ logarithm: Double) -> Double { min(max(logarithm - noise, 0), most) }

  /// Adds the partial `number` with the logarithm of its significance.
  mutating func add(_ number: Int, logarithm: Double) {
    guard number <= Self.count else { return }
    if number % 3 != 0 { notThirds += Self.overNoise(logarithm) }
    guard number <= Self.compared else { return }
    let level = min(max(logarithm, 0), Self.loudest)
    if number % 2 == 0 {
      even = (even.sum + level, even.count + 1)
    } else {
      uneven = (uneven.sum + level, uneven.count + 1)
    }
  }
}

/// The peaks at fractions of a string's frequency in what all strings leave, in nepers.
///
/// They are the partials of a lower note that no string of the configuration explains.
struct FractionPeaks: BitwiseCopyable {
  /// The score at odd multiples of half the frequency; negative where nothing lies there.
  var halves = 0.0
  /// The best peak at multiples of a third, and of a fifth; 0 for none.
  var thirds = 0.0
  var fifths = 0.0
}
