// SPDX-License-Identifier: MIT

internal import Acoustics

/// Returns the natural logarithm of a number above 0.
@inline(__always)
func naturalLogarithm(of number: Double) -> Double {
  binaryLogarithm(of: number) * 0.693_147_180_559_945_3
}

/// Returns the decimal logarithm of a number above 0.
@inline(__always)
func decimalLogarithm(of number: Double) -> Double {
  binaryLogarithm(of: number) * 0.301_029_995_663_981_2
}
