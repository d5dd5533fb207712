// SPDX-License-Identifier: MIT

/// Writes the power of every bin and its level: power[k] = scale·|X[k]|², level[k] = log₂ power[k].
///
/// - Parameters:
///   - spectrum: interleaved complex bins.
///   - scale: a factor on every power.
///   - power: one float a bin, overwritten.
///   - levels: one float a bin, overwritten; within 1e-6 of the logarithm, −126 for nothing at all.
/// - Complexity: O(n), eight bins a step. Does not allocate.
public func writePowerLevels(
  of spectrum: Span<Float>, scale: Float, into power: inout MutableSpan<Float>,
  levels: inout MutableSpan<Float>
) {
  let count = power.count
  precondition(spectrum.count == 2 * count && levels.count == count)
  var index = 0
  while index + 8 <= count {
    let bins = SIMD16<Float>(spectrum, at: 2 * index)
    let (re, im) = (bins.evenHalf, bins.oddHalf)
    let squared = (re * re + im * im) * scale
    squared.store(to: &power, at: index)
    squared.binaryLogarithm.store(to: &levels, at: index)
    index += 8
  }
  while index < count {
    powerLevelOfBin(spectrum, scale, &power, &levels, index)
    index += 1
  }
}

/// The scalar twin of `writePowerLevels`.
func writePowerLevelsScalar(
  of spectrum: Span<Float>, scale: Float, into power: inout MutableSpan<Float>,
  levels: inout MutableSpan<Float>
) {
  precondition(spectrum.count == 2 * power.count && levels.count == power.count)
  for index in power.indices { powerLevelOfBin(spectrum, scale, &power, &levels, index) }
}

@inline(__always)
private func powerLevelOfBin(
  _ spectrum: Span<Float>, _ scale: Float, _ power: inout MutableSpan<Float>,
  _ levels: inout MutableSpan<Float>, _ index: Int
) {
  let (re, im) = (spectrum[2 * index], spectrum[2 * index + 1])
  power[index] = (re * re + im * im) * scale
  levels[index] = power[index].binaryLogarithm
}

/// The bits of √½: what is above them has the exponent of its own power of two, rounded to nearest.
private let rootHalfBits: Int32 = 0x3f35_04f3
/// 1.5·2²³ and its bits: adding a small integer to the bits adds it to the number.
private let roundingNumber: Float = 12_582_912
private let roundingBits: Int32 = 0x4b40_0000
/// 2/ln 2, and its third, fifth and seventh: log₂ m = (2/ln 2)·(t + t³/3 + t⁵/5 + …), t = (m−1)/(m+1).
private let series: (Float, Float, Float, Float) = (
  2.885_390_1, 0.961_796_7, 0.577_078_0, 0.412_198_6
)

extension SIMD8<Float> {
  /// log₂ of eight positive floats, within 1e-6; of what is below 2⁻¹²⁶, −126.
  ///
  /// The exponent is split off in the bits so that the mantissa lies in √½…√2, where the series of
  /// the inverse hyperbolic tangent needs four terms.
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
  /// log₂ of a positive float, in the arithmetic of the eight-lane one.
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
