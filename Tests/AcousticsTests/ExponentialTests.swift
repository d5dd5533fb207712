// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Acoustics

@Suite("Powers and logarithms")
struct ExponentialTests {
  /// The relative error of `found`.
  private func error(of found: Double, from truth: Double) -> Double { abs(found / truth - 1) }

  /// Returns true where `found` is `truth` or the number next to it.
  private func agree(_ found: Double, _ truth: Double) -> Bool {
    found == truth || (found.isNaN && truth.isNaN) || error(of: found, from: truth) < 5e-16
  }

  @Test("powers are those of the mathematics library", arguments: [1e-9, 0.3, 0.4, 1, 40, 699])
  func powers(reach: Double) {
    for step in -20_000...20_000 {
      let exponent = reach * Double(step) / 20_000
      #expect(error(of: exponential(of: exponent), from: exp(exponent)) < 4e-16)
      #expect(error(of: powerOfTwo(exponent), from: exp2(exponent)) < 4e-16)
    }
  }

  @Test("logarithms are those of the mathematics library", arguments: [1e-9, 0.01, 1, 100, 1020])
  func logarithms(octaves: Double) {
    for step in -20_000...20_000 where step != 0 {
      let number = exp2(octaves * Double(step) / 20_000)
      guard number != 1 else { continue }
      #expect(error(of: binaryLogarithm(of: number), from: log2(number)) < 5e-16)
    }
  }

  @Test("powers of two and their logarithms are exact")
  func powersOfTwo() {
    for octave in -999...999 {
      #expect(powerOfTwo(Double(octave)) == exp2(Double(octave)))
      #expect(binaryLogarithm(of: exp2(Double(octave))) == Double(octave))
    }
  }

  @Test("powers and logarithms are accurate on both sides of the joint between two polynomials")
  func middles() {
    for ulps in -3...3 {
      let number = 0.5.squareRoot() + Double(ulps) * 1.2e-16
      #expect(error(of: binaryLogarithm(of: number), from: log2(number)) < 5e-16)
      #expect(
        error(of: powerOfTwo(0.5 + Double(ulps) * 1.2e-16), from: 2.0.squareRoot()) < 8e-16)
    }
  }

  /// The checksum is the same in debug and release builds, and must be for every C library.
  @Test("powers and logarithms have the same bits on every platform")
  func bits() {
    var checksum: UInt64 = 14_695_981_039_346_656_037
    func add(_ value: Double) {
      checksum = (checksum ^ value.bitPattern) &* 1_099_511_628_211
    }
    for index in 0..<2000 {
      let number = Double(index - 1000) * 0.618_033_988_749_894_9
      add(exponential(of: number))
      add(powerOfTwo(number))
      add(binaryLogarithm(of: abs(number) + 1e-3))
    }
    #expect(checksum == 12_727_423_046_263_403_536)
  }

  @Test(
    "results for NaN, and for values outside the normal range, are those of the mathematics library"
  )
  func ends() {
    for value in [
      .infinity, -.infinity, 0, -0.0, -1, .leastNonzeroMagnitude, .leastNormalMagnitude / 4, 1e308,
      701, -701, 745, -745, 1100, -1100,
    ] {
      #expect(exponential(of: value) == exp(value))
      #expect(agree(powerOfTwo(value), exp2(value)))
      #expect(agree(binaryLogarithm(of: value), log2(value)))
    }
    #expect(exponential(of: .nan).isNaN)
    #expect(powerOfTwo(.nan).isNaN)
    #expect(binaryLogarithm(of: .nan).isNaN)
  }
}
