// SPDX-License-Identifier: MIT

/// Writes log₂ of every power, within 1e-6; −126 for nothing at all.
///
/// - Complexity: O(n), eight floats a step. Does not allocate.
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

/// The scalar twin of `writeBinaryLogarithms`.
func writeBinaryLogarithmsScalar(
  of powers: Span<Float>, into levels: inout MutableSpan<Float>
) {
  precondition(levels.count == powers.count)
  for index in powers.indices { levels[index] = powers[index].binaryLogarithm }
}

/// Writes the highest of each float and its two neighbours.
///
/// - Complexity: O(n), eight floats a step. Does not allocate.
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

/// The scalar twin of `writeNeighbourMaxima`.
func writeNeighbourMaximaScalar(
  of values: Span<Float>, into maxima: inout MutableSpan<Float>
) {
  precondition(maxima.count == values.count)
  for index in values.indices { writeNeighbourMaximum(values, &maxima, index) }
}

@inline(__always)
private func writeNeighbourMaximum(
  _ values: Span<Float>, _ maxima: inout MutableSpan<Float>, _ index: Int
) {
  var highest = values[index]
  if index > 0, values[index - 1] > highest { highest = values[index - 1] }
  if index + 1 < values.count, values[index + 1] > highest { highest = values[index + 1] }
  maxima[index] = highest
}
