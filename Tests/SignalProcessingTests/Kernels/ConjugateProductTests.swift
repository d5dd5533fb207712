// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Conjugate product")
struct ConjugateProductTests {
  @Test("equals its scalar twin, for every count up to three vectors plus one", arguments: 0...25)
  func agreesWithTwin(bins: Int) {
    var numbers = SplitMix64(seed: UInt64(bins))
    let left = numbers.samples(2 * bins)
    let right = numbers.samples(2 * bins)
    var fast = [Float](repeating: .nan, count: 2 * bins)
    var slow = fast
    do {
      var product = fast.mutableSpan
      multiplyConjugate(left.span, by: right.span, into: &product)
    }
    do {
      var product = slow.mutableSpan
      multiplyConjugateScalar(left.span, by: right.span, into: &product)
    }
    #expect(fast == slow)
  }

  @Test("of a bin with itself is its power")
  func power() {
    let bin: [Float] = [3, -4]
    var product: [Float] = [0, 0]
    do {
      var span = product.mutableSpan
      multiplyConjugate(bin.span, by: bin.span, into: &span)
    }
    #expect(product == [25, 0])
  }
}

/// The scalar twin of `multiplyConjugate`.
func multiplyConjugateScalar(
  _ left: Span<Float>, by right: Span<Float>, into product: inout MutableSpan<Float>
) {
  precondition(right.count == left.count && product.count == left.count)
  for index in stride(from: 0, to: left.count, by: 2) {
    multiplyConjugateBin(left, right, &product, index)
  }
}
