// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The transform of a Hann window of unit area: the leakage of a partial at another frequency.
///
/// The length of the window need not be a whole number of samples.
enum HannLobe {
  /// The distance within which sounds leak into one another, in bins of the window.
  static let reach = 5.0
  private static let squaredPi = Float.pi * Float.pi

  /// Returns the transform at `x`, in units of one over the window's length.
  @inline(never)
  static func value(at x: Double) -> Double {
    if abs(x) < 1e-6 { return 1 }
    if abs(abs(x) - 1) < 1e-6 { return 0.5 }
    return sinePi(x) / (Double.pi * x * (1 - x * x))
  }

  /// Returns the part of `power` that leaks into a window x bins away, counted in bins of that
  /// window; the argument is x².
  ///
  /// The square of the lobe, which reaches two bins to each side, is (1 − x²/4)⁵ to 2 % of its
  /// peak; side lobes count by their envelope (1 / πx(x² − 1))², since a line of hum leaks through
  /// them.
  @inline(__always)
  static func share(of power: Float, atSquared square: Float) -> Float {
    if square < 4 {
      let fall = 1 - 0.25 * square
      let fourth = (fall * fall) * (fall * fall)
      return power * fourth * fall
    }
    let rise = square - 1
    return power / (squaredPi * square * rise * rise)
  }

  /// Returns sin(πx) within 1e-9: the nearest whole number gives the sign, a Taylor series the
  /// rest.
  @inline(__always)
  private static func sinePi(_ x: Double) -> Double {
    let whole = nearestWhole(x)
    let angle = Double.pi * (x - whole)
    let square = angle * angle
    let series =
      angle
      * (1 + square
        * (-1 / 6 + square
          * (1 / 120 + square
            * (-1 / 5040 + square
              * (1 / 362_880 + square * (-1 / 39_916_800 + square * (1 / 6_227_020_800)))))))
    return Int(whole) & 1 == 0 ? series : -series
  }
}
