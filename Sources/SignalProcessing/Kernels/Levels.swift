// SPDX-License-Identifier: MIT

/// Writes log₂ of every power, within 1e-6; −126 for 0.
///
/// - Complexity: O(n), eight floats per step. Does not allocate.
public func writeBinaryLogarithms(of powers: Span<Float>, into levels: inout MutableSpan<Float>) {
  precondition(levels.count == powers.count)
  var index = 0
  while index + 8 <= powers.count {
    SIMD8(powers, at: index).binaryLogarithm.store(to: &levels, at: index)
    index += 8
  }
  while index < powers.count {
    levels[index] = powers[index].binaryLogarithm
    index += 1
  }
}

/// Writes the highest of each float and its two neighbours.
///
/// - Complexity: O(n), eight floats per step. Does not allocate.
public func writeNeighbourMaxima(of values: Span<Float>, into maxima: inout MutableSpan<Float>) {
  let count = values.count
  precondition(maxima.count == count)
  guard count > 0 else { return }
  writeNeighbourMaximum(values, &maxima, 0)
  var index = 1
  while index + 9 <= count {
    let before = SIMD8(values, at: index - 1)
    let here = SIMD8(values, at: index)
    let after = SIMD8(values, at: index + 1)
    let pair = before.replacing(with: here, where: here .> before)
    pair.replacing(with: after, where: after .> pair).store(to: &maxima, at: index)
    index += 8
  }
  while index < count {
    writeNeighbourMaximum(values, &maxima, index)
    index += 1
  }
}

@inline(__always)
func writeNeighbourMaximum(
  _ values: Span<Float>, _ maxima: inout MutableSpan<Float>, _ index: Int
) {
  var highest = values[index]
  if index > 0, values[index - 1] > highest { highest = values[index - 1] }
  if index + 1 < values.count, values[index + 1] > highest { highest = values[index + 1] }
  maxima[index] = highest
}
/// The bits of √½.
///
/// The bits above them hold the exponent of the number, rounded to nearest.
private let rootHalfBits: Int32 = 0x3f35_04f3
/// 1.5·2²³ and its bits: a small integer that is added to the bits is added to the number.
private let roundingNumber: Float = 12_582_912
private let roundingBits: Int32 = 0x4b40_0000
/// 2/ln 2, and its third, fifth and seventh: log₂ m = (2/ln 2)·(t + t³/3 + t⁵/5 + …), t =
/// (m−1)/(m+1).
private let series: (Float, Float, Float, Float) = (
  2.885_390_1, 0.961_796_7, 0.577_078_0, 0.412_198_6
)

extension SIMD8<Float> {
  /// Returns log₂ of eight positive floats, within 1e-6; −126 for floats below 2⁻¹²⁶.
  ///
  /// The exponent is taken from the bits so that the mantissa lies in √½…√2. In this range the
  /// series of the inverse hyperbolic tangent needs four terms.
  @inline(__always)
  var binaryLogarithm: SIMD8<Float> {
    let floored = replacing(
      with: .leastNormalMagnitude, where: .!(self .>= .leastNormalMagnitude))
    let bits = unsafeBitCast(floored, to: SIMD8<Int32>.self)
    let exponent = (bits &- SIMD8<Int32>(repeating: rootHalfBits)) &>> SIMD8<Int32>(repeating: 23)
    let mantissa = unsafeBitCast(
      bits &- (exponent &<< SIMD8<Int32>(repeating: 23)), to: SIMD8<Float>.self)
    let whole =
      unsafeBitCast(exponent &+ SIMD8<Int32>(repeating: roundingBits), to: SIMD8<Float>.self)
      - SIMD8<Float>(repeating: roundingNumber)
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    return whole + t
      * (series.0 + square * (series.1 + square * (series.2 + square * series.3)))
  }
}

extension Float {
  /// Returns log₂ of a positive float, with the arithmetic of the eight-lane function.
  @inline(__always)
  var binaryLogarithm: Float {
    let floored = self >= .leastNormalMagnitude ? self : .leastNormalMagnitude
    let bits = Int32(bitPattern: floored.bitPattern)
    let exponent = (bits &- rootHalfBits) &>> 23
    let mantissa = Float(bitPattern: UInt32(bitPattern: bits &- (exponent &<< 23)))
    let t = (mantissa - 1) / (mantissa + 1)
    let square = t * t
    return Float(exponent) + t
      * (series.0 + square * (series.1 + square * (series.2 + square * series.3)))
  }
}
