// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Energy steps")
struct EnergyStepsTests {
  @Test("equal their scalar twin, for every count up to three vectors plus one", arguments: 0...25)
  func agreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 200)
    let (entering, leaving) = (numbers.samples(count), numbers.samples(count))
    var fast = [Float](repeating: .nan, count: count)
    var slow = fast
    do {
      var steps = fast.mutableSpan
      writeEnergySteps(entering: entering.span, leaving: leaving.span, into: &steps)
    }
    do {
      var steps = slow.mutableSpan
      writeEnergyStepsScalar(entering: entering.span, leaving: leaving.span, into: &steps)
    }
    #expect(fast == slow)
  }

  @Test("of an incoming 3 and an outgoing 2 are 5")
  func arithmetic() {
    var steps: [Float] = [0]
    do {
      var span = steps.mutableSpan
      writeEnergySteps(entering: ([3] as [Float]).span, leaving: ([2] as [Float]).span, into: &span)
    }
    #expect(steps == [5])
  }
}

/// The scalar twin of `writeEnergySteps`.
func writeEnergyStepsScalar(
  entering: Span<Float>, leaving: Span<Float>, into steps: inout MutableSpan<Float>
) {
  precondition(entering.count == steps.count && leaving.count == steps.count)
  for index in steps.indices {
    steps[index] = entering[index] * entering[index] - leaving[index] * leaving[index]
  }
}
