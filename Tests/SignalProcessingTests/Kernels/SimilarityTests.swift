// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Similarity")
struct SimilarityTests {
  private func write(
    _ products: [Float], _ samples: [Float], count: Int,
    by body: (Span<Float>, Span<Float>, inout MutableSpan<Float>) -> Void
  ) -> [Float] {
    var output = [Float](repeating: .nan, count: count)
    do {
      var span = output.mutableSpan
      body(products.span, samples.span, &span)
    }
    return output
  }

  @Test("agrees with its scalar twin, for every count up to three lanes and one", arguments: 0...25)
  func agreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 680)
    let (products, samples) = (numbers.samples(2 * count), numbers.samples(count + 40))
    let fast = write(products, samples, count: count) {
      writeSimilarity(of: $0, samples: $1, scale: 0.7, into: &$2)
    }
    let slow = write(products, samples, count: count) {
      writeSimilarityScalar(of: $0, samples: $1, scale: 0.7, into: &$2)
    }
    for lag in 0..<count { #expect(abs(fast[lag] - slow[lag]) < 1e-6) }
  }

  // McLeod & Wyvill 2005, §4: n(τ) = 2·Σ x[j]·x[j+τ] / Σ (x[j]² + x[j+τ]²).
  @Test("is the paper's, by its sums")
  func closedForm() {
    var numbers = SplitMix64(seed: 710)
    let samples = numbers.samples(60)
    let products = (0..<30).map { lag in
      (0..<(60 - lag)).reduce(Float(0)) { $0 + samples[$1] * samples[$1 + lag] }
    }
    let interleaved = products.flatMap { [$0, .nan] }
    let found = write(interleaved, samples, count: 30) {
      writeSimilarity(of: $0, samples: $1, scale: 2, into: &$2)
    }
    #expect(abs(found[0] - 1) < 1e-6)
    for lag in 0..<30 {
      let energy = (0..<(60 - lag)).reduce(0.0) {
        $0 + Double(samples[$1] * samples[$1]) + Double(samples[$1 + lag] * samples[$1 + lag])
      }
      #expect(abs(Double(found[lag]) - 2 * Double(products[lag]) / energy) < 1e-5)
    }
  }

  @Test("of nothing is 0", arguments: [3, 8, 20])
  func silence(count: Int) {
    let nothing = [Float](repeating: 0, count: count)
    let found = write(nothing + nothing, nothing, count: count) {
      writeSimilarity(of: $0, samples: $1, scale: 2, into: &$2)
    }
    #expect(found.allSatisfy { $0 == 0 })
  }
}
