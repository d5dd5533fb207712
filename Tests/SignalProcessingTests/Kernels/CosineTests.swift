// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import SignalProcessing

@Suite("Raised cosine")
struct CosineTests {
  private func window(_ count: Int, period: Double, offset: Double, scalar: Bool = false) -> [Float]
  {
    var output = [Float](repeating: .nan, count: count)
    do {
      var span = output.mutableSpan
      if scalar {
        writeRaisedCosineScalar(count: count, period: period, offset: offset, into: &span)
      } else {
        writeRaisedCosine(count: count, period: period, offset: offset, into: &span)
      }
    }
    return output
  }

  @Test("equals its scalar twin, for every count up to three vectors plus one", arguments: 0...25)
  func agreesWithTwin(count: Int) {
    for (period, offset) in [(40.0, 0.0), (25.5, 13.25), (1000.3, -7)] {
      let fast = window(count, period: period, offset: offset)
      let slow = window(count, period: period, offset: offset, scalar: true)
      for index in 0..<count { #expect(abs(fast[index] - slow[index]) < 1e-6) }
    }
  }

  @Test(
    "agrees with the formula within 1e-5 up to 8192 values",
    arguments: [(2046, 2046.0), (8192, 8192.0), (1000, 1999.7), (8192, 37.3)])
  func formula(count: Int, period: Double) {
    for offset in [0, Double(count + 1) / 2] {
      let found = window(count, period: period, offset: offset)
      for index in 0..<count {
        let exact = 0.5 + 0.5 * cos(2 * Double.pi * (Double(index) + offset) / period)
        #expect(abs(Double(found[index]) - exact) < 1e-5)
      }
    }
  }

  /// Σw = N/2 and Σw² = 3N/8 of a Hann window of N, symmetric about its middle.
  @Test("of a Hann window sums to N/2, its squares to 3N/8", arguments: [64, 200, 2046])
  func hann(count: Int) {
    let found = window(count, period: Double(count), offset: Double(count + 1) / 2)
    let sum = found.reduce(0.0) { $0 + Double($1) }
    let squares = found.reduce(0.0) { $0 + Double($1) * Double($1) }
    #expect(abs(sum - Double(count) / 2) < 1e-5 * Double(count))
    #expect(abs(squares - 0.375 * Double(count)) < 1e-5 * Double(count))
    for index in 0..<(count / 2) {
      #expect(abs(found[index] - found[count - 1 - index]) < 2e-5)
    }
  }

  @Test("does not change values beyond the count")
  func remainder() {
    var output = [Float](repeating: 7, count: 20)
    do {
      var span = output.mutableSpan
      writeRaisedCosine(count: 11, period: 22, offset: 0, into: &span)
    }
    #expect(output[0] == 1)
    #expect(output[11...].allSatisfy { $0 == 7 })
  }
}

/// The scalar twin of `writeRaisedCosine`.
func writeRaisedCosineScalar(
  count: Int, period: Double, offset: Double, into window: inout MutableSpan<Float>
) {
  for index in 0..<count {
    window[index] = Float(0.5 + 0.5 * cos(2 * Double.pi * (Double(index) + offset) / period))
  }
}
