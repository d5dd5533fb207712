// SPDX-License-Identifier: MIT

/// Returns `count` samples, each computed from its index, in their order.
///
/// It equals `(0..<count).map(sample)`, for tests, which are not optimised: there the generic `map`
/// and `reduce` of the standard library take up to a microsecond an element. This module is
/// optimised in the checks, and its loops are not generic.
package func makeSamples(_ count: Int, _ sample: (_ index: Int) -> Float) -> [Float] {
  var samples = [Float](repeating: 0, count: max(0, count))
  for index in samples.indices { samples[index] = sample(index) }
  return samples
}

/// Returns the sum of a term over the numbers of partials, added in their order.
///
/// It equals `numbers.reduce(0) { $0 + term(Double($1)) }`, and exists for the same reason as
/// `makeSamples`.
package func sumOfPartials(
  _ numbers: ClosedRange<Int>, _ term: (_ number: Double) -> Double
) -> Double {
  var sum = 0.0
  for number in numbers { sum += term(Double(number)) }
  return sum
}

/// Returns the sum in single precision of a term over the numbers of partials, added in their
/// order, each rounded before.
///
/// It equals `numbers.reduce(Float(0)) { $0 + Float(term(Double($1))) }`, and exists for the same
/// reason as `makeSamples`.
package func singleSumOfPartials(
  _ numbers: ClosedRange<Int>, _ term: (_ number: Double) -> Double
) -> Float {
  var sum: Float = 0
  for number in numbers { sum += Float(term(Double(number))) }
  return sum
}

extension SplitMix64 {
  /// Returns the next sample uniform in `range`: that of `Float.random(in:using:)`.
  package mutating func nextSample(in range: ClosedRange<Float>) -> Float {
    Float.random(in: range, using: &self)
  }

  /// Draws samples uniform in `range`, each by `nextSample`.
  package mutating func samples(
    _ count: Int, in range: ClosedRange<Float> = -1...1
  ) -> [Float] {
    makeSamples(count) { _ in nextSample(in: range) }
  }
}
