// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Levels")
struct LevelsTests {
  private func write(
    _ input: [Float], by body: (Span<Float>, inout MutableSpan<Float>) -> Void
  ) -> [Float] {
    var output = [Float](repeating: .nan, count: input.count)
    do {
      var span = output.mutableSpan
      body(input.span, &span)
    }
    return output
  }

  @Test(
    "binary logarithms equal their scalar twin, for every count up to three vectors plus one",
    arguments: 0...25)
  func logarithmTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 500)
    let powers = numbers.samples(count).map { abs($0) }
    #expect(
      write(powers) { writeBinaryLogarithms(of: $0, into: &$1) }
        == write(powers) { writeBinaryLogarithmsScalar(of: $0, into: &$1) })
  }

  /// Expected is the library's log2 in double precision.
  ///
  /// A float near 100 has a spacing of 7.6e-6, so beyond the
  /// kernel's own error of 1e-6 one rounding of the result is allowed.
  @Test("binary logarithms are log₂ from denormals to 1e30")
  func logarithms() {
    var numbers = SplitMix64(seed: 12)
    var powers = (0..<4000).map { _ in Float(exp2(numbers.nextUniform(in: -126...99.6))) }
    powers += (0..<4000).map { _ in Float(numbers.nextUniform(in: 0.25...4)) }
    powers += [1, 2, 0.5, Float(0.5).squareRoot(), Float(0.5).squareRoot().nextUp, 1e30]
    let levels = write(powers) { writeBinaryLogarithms(of: $0, into: &$1) }
    for (power, level) in zip(powers, levels) {
      let exact = log2(Double(power))
      #expect(abs(Double(level) - exact) <= 1e-6 + Double(Float(exact).ulp) / 2, "\(power)")
    }
  }

  @Test("binary logarithms of denormals, zero, negative numbers and NaN are −126")
  func floor() {
    let powers: [Float] = [
      0, .leastNonzeroMagnitude, .leastNormalMagnitude / 2, .leastNormalMagnitude, -1, .nan, -0.0,
      .leastNonzeroMagnitude, 0,
    ]
    let levels = write(powers) { writeBinaryLogarithms(of: $0, into: &$1) }
    #expect(levels.allSatisfy { $0 == -126 })
  }

  @Test(
    "neighbour maxima equal their scalar twin, for every count up to three vectors plus one",
    arguments: 0...25)
  func maximaTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 600)
    let values = numbers.samples(count)
    let fast = write(values) { writeNeighbourMaxima(of: $0, into: &$1) }
    #expect(fast == write(values) { writeNeighbourMaximaScalar(of: $0, into: &$1) })
    for index in values.indices {
      let near = values[max(0, index - 1)...min(count - 1, index + 1)]
      #expect(fast[index] == near.max())
    }
  }
}

/// The scalar twin of `writeBinaryLogarithms`.
func writeBinaryLogarithmsScalar(
  of powers: Span<Float>, into levels: inout MutableSpan<Float>
) {
  precondition(levels.count == powers.count)
  for index in powers.indices { levels[index] = powers[index].binaryLogarithm }
}

/// The scalar twin of `writeNeighbourMaxima`.
func writeNeighbourMaximaScalar(
  of values: Span<Float>, into maxima: inout MutableSpan<Float>
) {
  precondition(maxima.count == values.count)
  for index in values.indices { writeNeighbourMaximum(values, &maxima, index) }
}
