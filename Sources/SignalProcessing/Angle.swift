// SPDX-License-Identifier: MIT

// These functions replace `sincos` and `atan2` of the C library in the update. Their code occupies
// a few cache lines and they read no tables, so an update after an idle time waits for less memory
// (docs/decisions/0055). They use only additions, multiplications and divisions, so they return the
// same bits with every C library.

/// Returns the sine and the cosine of an angle, both at once.
///
/// Source: minimax polynomials over an eighth of a turn to each side, computed for this file.
///
/// - Parameter radians: up to a hundred thousand, of either sign.
/// - Returns: both, within 3e-16; NaN for NaN.
/// - Complexity: O(1). Does not allocate.
@inline(never)
public func sineAndCosine(of radians: Double) -> (sine: Double, cosine: Double) {
  let places = 0x1.8p52
  let shifted = radians * (2 / Double.pi) + places
  let quarters = shifted - places
  // A quarter of a turn is split into three parts: the products with the first two are exact.
  let rest =
    ((radians - quarters * 0x1.921FB54p0) - quarters * 0x1.10B46118p-30)
    - quarters * 0x1.313198A2E037p-61
  let square = rest * rest
  let sine =
    rest + rest * square
    * (-0.166_666_666_666_666_32 + square
      * (0.008_333_333_333_322_418 + square
        * (-0.000_198_412_698_298_119_36 + square
          * (2.755_731_369_343_948_6e-6 + square
            * (-2.505_075_836_578_196_6e-8 + square * (1.589_681_081_710_661_9e-10))))))
  let cosine =
    1 - 0.5 * square + square * square
    * (0.041_666_666_666_666_6 + square
      * (-0.001_388_888_888_887_413_1 + square
        * (2.480_158_728_948_702_6e-5 + square
          * (-2.755_731_435_379_268e-7 + square
            * (2.087_572_347_951_358e-9 + square * (-1.135_965_887_026_115_3e-11))))))
  // The last bits of the sum are those of the whole number, so no conversion is needed.
  switch shifted.bitPattern & 3 {
  case 0: return (sine, cosine)
  case 1: return (cosine, -sine)
  case 2: return (-sine, -cosine)
  default: return (-cosine, sine)
  }
}

/// Returns the angle of a complex number.
///
/// Source: a minimax polynomial over a sixteenth of a turn to each side, computed for this file.
///
/// - Parameter number: a number with finite parts, neither near overflow or underflow.
/// - Returns: radians from −π to π, within 1e-15; 0 of 0.
/// - Complexity: O(1). Does not allocate.
@inline(never)
public func angle(of number: ComplexValue) -> Double {
  let (re, im) = (abs(number.re), abs(number.im))
  let (low, high) = (min(re, im), max(re, im))
  guard high > 0 else { return 0 }
  // Beyond a sixteenth of a turn the angle is computed from its difference to an eighth of a turn.
  let isWide = low > 0.414_213_562_373_095 * high
  let tangent = isWide ? (low - high) / (low + high) : low / high
  let square = tangent * tangent
  let fourth = square * square
  // The polynomial is split into halves whose products do not wait for each other.
  let even =
    -0.333_333_333_333_333_26 + fourth
    * (-0.142_857_142_853_906_66 + fourth
      * (-0.090_909_081_506_285_67 + fourth
        * (-0.066_662_288_189_690_24 + fourth
          * (-0.052_185_354_348_341_095 + fourth * (-0.033_486_943_444_851_96)))))
  let odd =
    0.199_999_999_999_976_9 + fourth
    * (0.111_111_110_883_454_06 + fourth
      * (0.076_922_828_975_177_42 + fourth
        * (0.058_770_420_770_081_835 + fourth
          * (0.045_040_841_120_034_286 + fourth * (0.015_207_870_987_821_266)))))
  var angle = tangent + tangent * square * (even + square * odd)
  if isWide { angle += Double.pi / 4 }
  if im > re { angle = Double.pi / 2 - angle }
  if number.re < 0 { angle = Double.pi - angle }
  return number.im < 0 ? -angle : angle
}
