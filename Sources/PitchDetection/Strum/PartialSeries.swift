// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The logarithms of the significances of a string's first twelve partials, which are power ratios,
/// summed by groups of numbers.
///
/// A string has even and odd partials. If only the even ones are present, the note an octave higher
/// sounds. A partial that another string masks may be present, so it does not take part in this
/// comparison.
struct PartialSeries: BitwiseCopyable {
  // | name     | unit   | source                                                               |
  // | -------- | ------ | -------------------------------------------------------------------- |
  // | noise    | ln     | logarithm of the significance of noise                               |
  // | most     | ln     | largest contribution of a line; a stronger line is not more evidence |
  // | loudest  | ln     | largest contribution in the comparison of even and odd partials      |
  // | compared | 1      | highest partial of that comparison                                   |
  static let noise = 2.2
  static let most = 5.0
  private static let loudest = 12.0
  private static let compared = 8
  private static let count = 12

  /// The sum of the significances over noise of the partials whose number three does not divide.
  private(set) var notMultiplesOf3 = 0.0
  private var even = (sum: 0.0, count: 0.0)
  private var odd = (sum: 0.0, count: 0.0)

  /// The mean level of the even partials less that of the odd ones, up to the eighth; at least 0.
  var evenExcess: Double {
    guard even.count > 0, odd.count > 0 else { return 0 }
    return max(0, even.sum / even.count - odd.sum / odd.count)
  }

  /// Returns the excess of a line's significance over that of noise, limited to a range.
  ///
  /// - Parameter logarithm: ln of the line's significance.
  /// - Returns: 0 to `most`.
  static func overNoise(_ logarithm: Double) -> Double { min(max(logarithm - noise, 0), most) }

  /// Adds a partial.
  ///
  /// - Parameters:
  ///   - number: the number of the partial.
  ///   - logarithm: ln of the line's significance.
  ///   - isMasked: true if a line of another string masks it.
  mutating func add(_ number: Int, logarithm: Double, isMasked: Bool) {
    guard number <= Self.count else { return }
    if number % 3 != 0 { notMultiplesOf3 += Self.overNoise(logarithm) }
    guard number <= Self.compared, !isMasked else { return }
    let level = min(max(logarithm, 0), Self.loudest)
    if number % 2 == 0 {
      even = (even.sum + level, even.count + 1)
    } else {
      odd = (odd.sum + level, odd.count + 1)
    }
  }
}
