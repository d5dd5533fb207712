// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Dot product")
struct DotProductTests {
  /// Sixteen floats a step: three steps and one.
  @Test("is its scalar twin, for every count up to three steps and one", arguments: 0...49)
  func agreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 300)
    let (left, right) = (numbers.samples(count), numbers.samples(count))
    let (fast, slow) = (
      dotProduct(left.span, right.span), dotProductScalar(left.span, right.span)
    )
    // Both round each of `count` additions of magnitudes up to `count`.
    #expect(abs(fast - slow) <= 1e-7 * Float(count * count + 1))
  }

  /// 1·2 + 2·3 + … + n(n+1) = n(n+1)(n+2)/3: whole numbers, exact in a float.
  @Test("of 1, 2, 3… with 2, 3, 4… is n(n+1)(n+2)/3", arguments: [0, 1, 8, 15, 16, 17, 32, 40])
  func closedForm(count: Int) {
    let left = (0..<count).map { Float($0 + 1) }
    let right = (0..<count).map { Float($0 + 2) }
    let product = dotProduct(left.span, right.span)
    #expect(product == Float(count * (count + 1) * (count + 2) / 3))
  }
}
