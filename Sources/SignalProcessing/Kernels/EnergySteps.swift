// SPDX-License-Identifier: MIT

/// Writes the change of a window's energy as it slides: steps[k] = entering[k]² − leaving[k]².
///
/// - Parameters:
///   - entering: the samples that enter the window, one per step.
///   - leaving: the samples that leave it, as many.
///   - steps: as many floats, overwritten.
/// - Complexity: O(n), eight steps at a time. Does not allocate.
public func writeEnergySteps(
  entering: Span<Float>, leaving: Span<Float>, into steps: inout MutableSpan<Float>
) {
  let count = steps.count
  precondition(entering.count == count && leaving.count == count)
  let vectorised = count & ~7
  var index = 0
  while index < vectorised {
    let gained = SIMD8<Float>(entering, at: index)
    let lost = SIMD8<Float>(leaving, at: index)
    (gained * gained - lost * lost).store(to: &steps, at: index)
    index += 8
  }
  while index < count {
    steps[index] = entering[index] * entering[index] - leaving[index] * leaving[index]
    index += 1
  }
}
