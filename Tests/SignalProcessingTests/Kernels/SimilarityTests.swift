// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Similarity")
struct SimilarityTests {
  private func write(_ values: [Float], by body: (inout MutableSpan<Float>) -> Void) -> [Float] {
    var output = values
    do {
      var span = output.mutableSpan
      body(&span)
    }
    return output
  }

  @Test("has the energies of its scalar twin, for every count", arguments: 0...25)
  func energiesAgreeWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 680)
    let samples = numbers.samples(count + 40)
    let unset = [Float](repeating: .nan, count: count)
    let fast = write(unset) { writeLaggedEnergies(of: samples.span, into: &$0) }
    let slow = write(unset) { writeLaggedEnergiesScalar(of: samples.span, into: &$0) }
    for lag in 0..<count { #expect(abs(fast[lag] - slow[lag]) < 1e-6 * slow[0]) }
  }

  @Test("has the quotients of its scalar twin, for every count", arguments: 0...25)
  func divisionAgreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 780)
    let products = numbers.samples(count + 3)
    // Some lags have no energy left.
    let energies = numbers.samples(count).map { max(0, $0) }
    let fast = write(energies) { normalise(&$0, of: products.span, scale: 0.7) }
    let slow = write(energies) { normaliseScalar(&$0, of: products.span, scale: 0.7) }
    #expect(fast == slow)
  }

  // McLeod & Wyvill 2005, §4: n(τ) = 2·Σ x[j]·x[j+τ] / Σ (x[j]² + x[j+τ]²).
  @Test("equals the formula of the paper")
  func closedForm() {
    var numbers = SplitMix64(seed: 710)
    let samples = numbers.samples(60)
    let products = (0..<30).map { lag -> Float in
      zip(samples, samples.dropFirst(lag)).reduce(Float(0)) { $0 + $1.0 * $1.1 }
    }
    let energies = write([Float](repeating: .nan, count: 30)) {
      writeLaggedEnergies(of: samples.span, into: &$0)
    }
    let found = write(energies) { normalise(&$0, of: products.span, scale: 2) }
    #expect(abs(found[0] - 1) < 1e-6)
    for lag in 0..<30 {
      let energy = (0..<(60 - lag)).reduce(0.0) {
        let (first, second) = (samples[$1], samples[$1 + lag])
        return $0 + Double(first * first) + Double(second * second)
      }
      #expect(abs(Double(energies[lag]) - energy) < 1e-5)
      #expect(abs(Double(found[lag]) - 2 * Double(products[lag]) / energy) < 1e-5)
    }
  }

  @Test("of silence is 0", arguments: [3, 8, 20])
  func silence(count: Int) {
    let nothing = [Float](repeating: 0, count: count)
    let found = write(nothing) { normalise(&$0, of: nothing.span, scale: 2) }
    #expect(found.allSatisfy { $0 == 0 })
  }
}

/// The scalar twin of `writeLaggedEnergies`.
func writeLaggedEnergiesScalar(
  of samples: Span<Float>, into energies: inout MutableSpan<Float>
) {
  precondition(samples.count >= energies.count)
  writeLaggedEnergiesRest(samples, 2 * Double(sumOfSquaresScalar(samples)), &energies, from: 0)
}

/// The scalar twin of `normalise`.
func normaliseScalar(
  _ values: inout MutableSpan<Float>, of products: Span<Float>, scale: Float
) {
  precondition(products.count >= values.count)
  guard values.count > 0 else { return }
  normaliseRest(&values, products, scale, silence(beside: values[0]), from: 0)
}
