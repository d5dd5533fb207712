// SPDX-License-Identifier: MIT

internal import CMathematics

// These functions replace `exp`, `exp2` and `log2` of the C library in an update. The library's
// code and tables lie in eleven pages of memory. An update runs after an idle time, when these
// pages have left the caches and the translation buffers, so it would wait for each page
// (docs/decisions/0058 has the figures). These functions use only additions, multiplications and
// one division, so they return the same bits with every C library, and also on a processor without
// fused multiplication.

/// Returns e to the power of `exponent`, with little code and without a table.
///
/// Source: a polynomial through Chebyshev's points over half an octave to each side, computed for
/// this file.
///
/// - Parameter exponent: any number.
/// - Returns: the power, with a relative error of at most 4e-16.
/// - Complexity: O(1). Does not allocate.
@inline(never)
package func exponential(of exponent: Double) -> Double {
  // The C library computes powers near overflow and underflow.
  guard abs(exponent) < 700 else { return exp(exponent) }
  let octaves = nearestWhole(exponent * 0x1.71547652B82FEp0)
  // The logarithm of 2 is split into two parts: the product with the first is exact.
  let rest = (exponent - octaves * 0x1.62E42FEp-1) - octaves * 0x1.F473DE6AF278Fp-30
  return power(octaves: octaves, rest: rest)
}

/// Returns 2 to the power of `exponent`, with little code and without a table.
///
/// Source: as for ``exponential(of:)``.
///
/// - Parameter exponent: any number.
/// - Returns: the power, with a relative error of at most 4e-16; exact for a whole number.
/// - Complexity: O(1). Does not allocate.
package func powerOfTwo(_ exponent: Double) -> Double {
  guard abs(exponent) < 1000 else { return exp2(exponent) }
  let octaves = nearestWhole(exponent)
  return power(octaves: octaves, rest: (exponent - octaves) * 0x1.62E42FEFA39EFp-1)
}

/// Returns the logarithm of `number` to the base 2, with little code and without a table.
///
/// Source: as for ``exponential(of:)``, over the odd powers of (m − 1) / (m + 1).
///
/// - Parameter number: any number.
/// - Returns: the logarithm, with a relative error of at most 5e-16; exact for a power of two.
/// - Complexity: O(1). Does not allocate.
@inline(never)
package func binaryLogarithm(of number: Double) -> Double {
  guard number.isNormal, number > 0 else { return log2(number) }
  // The mantissa is taken from √½ to √2, so that the series is as short below 1 as above.
  let bits = number.bitPattern &- 0x3FE6_A09E_667F_3BCD
  let octave = Int64(bitPattern: bits) >> 52
  let mantissa = Double(bitPattern: number.bitPattern &- UInt64(bitPattern: octave << 52))
  let ratio = (mantissa - 1) / (mantissa + 1)
  let square = ratio * ratio
  let tail =
    0.961_796_693_925_976_04 + square
    * (0.577_078_016_354_135_43 + square
      * (0.412_198_583_898_118_09 + square
        * (0.320_598_738_011_021_65 + square
          * (0.262_323_640_177_129_91 + square
            * (0.221_189_971_370_736_8 + square * 0.210_870_990_590_410_2)))))
  return Double(octave) + (ratio * 2.885_390_081_777_926_8 + ratio * square * tail)
}

/// Returns 2^`octaves` · e^`rest`, for a rest of at most half an octave.
@inline(never)
private func power(octaves: Double, rest: Double) -> Double {
  let tail =
    0.500_000_000_000_000_1 + rest
    * (0.166_666_666_666_666_67 + rest
      * (0.041_666_666_666_624_16 + rest
        * (0.008_333_333_333_330_064 + rest
          * (0.001_388_888_891_719_841_9 + rest
            * (0.000_198_412_698_630_418_52 + rest
              * (2.480_152_131_972_761_9e-5 + rest
                * (2.755_726_847_827_900_4e-6 + rest
                  * (2.762_007_713_646_922e-7 + rest * 2.510_037_679_881_25e-8))))))))
  let exponent = UInt64(bitPattern: Int64(octaves) &+ 1023) << 52
  return Double(bitPattern: exponent) * (1 + (rest + rest * rest * tail))
}
