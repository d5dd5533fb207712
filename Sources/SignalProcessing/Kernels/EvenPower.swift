// SPDX-License-Identifier: MIT

/// Writes the power of every bin of a real signal, negative frequencies included: power[k] = power[n − k] =
/// |X[k]|².
///
/// It is even, so the transform there is the transform back: the real part of its spectrum is the
/// correlation of the signal with itself, times n. One direction does both, with one plan and its code.
///
/// - Parameters:
///   - spectrum: interleaved complex bins, from 0 to half of n.
///   - power: n floats, an even number of them, overwritten.
/// - Complexity: O(n), eight bins a step. Does not allocate.
public func writeEvenPower(of spectrum: Span<Float>, into power: inout MutableSpan<Float>) {
  let half = checkedHalf(of: spectrum, power.count)
  var index = 1
  // The first bin and the last have no mirror image.
  while index + 8 <= half {
    let bins = SIMD16<Float>(spectrum, at: 2 * index)
    let (re, im) = (bins.evenHalf, bins.oddHalf)
    let squared = re * re + im * im
    squared.store(to: &power, at: index)
    SIMD8(
      squared[7], squared[6], squared[5], squared[4], squared[3], squared[2], squared[1],
      squared[0]
    ).store(to: &power, at: 2 * half - index - 7)
    index += 8
  }
  writeEvenPowerRest(spectrum, &power, from: index, half)
}

/// The scalar twin of `writeEvenPower`.
func writeEvenPowerScalar(of spectrum: Span<Float>, into power: inout MutableSpan<Float>) {
  writeEvenPowerRest(spectrum, &power, from: 1, checkedHalf(of: spectrum, power.count))
}

@inline(__always)
private func checkedHalf(of spectrum: Span<Float>, _ count: Int) -> Int {
  precondition(count >= 2 && count.isMultiple(of: 2) && spectrum.count == count + 2)
  return count / 2
}

@inline(__always)
private func writeEvenPowerRest(
  _ spectrum: Span<Float>, _ power: inout MutableSpan<Float>, from start: Int, _ half: Int
) {
  for index in start..<half {
    let found = powerOfBin(index, spectrum)
    power[index] = found
    power[2 * half - index] = found
  }
  power[0] = powerOfBin(0, spectrum)
  power[half] = powerOfBin(half, spectrum)
}

@inline(__always)
private func powerOfBin(_ index: Int, _ spectrum: Span<Float>) -> Float {
  let (re, im) = (spectrum[2 * index], spectrum[2 * index + 1])
  return re * re + im * im
}
