// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The lobe of a Hann window of unit area and of any length, whole or not: what a partial leaves in the
/// transform at another frequency.
enum HannLobe {
  /// Returns the transform at `x`, in units of one over the window's length.
  @inline(never)
  static func value(at x: Double) -> Double {
    if abs(x) < 1e-6 { return 1 }
    if abs(abs(x) - 1) < 1e-6 { return 0.5 }
    return sinePi(x) / (Double.pi * x * (1 - x * x))
  }

  /// sin(πx), within 1e-9: the nearest whole number gives the sign, a Taylor series the rest.
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
