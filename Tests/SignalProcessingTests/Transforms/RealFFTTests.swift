// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Real FFT")
struct RealFFTTests {
  @Test("equals the sum of the definition", arguments: [2, 8, 30, 96, 480])
  func definition(count: Int) throws {
    var numbers = SplitMix64(seed: UInt64(count))
    let input = numbers.samples(count)
    let transform = try RealFFT(count: count)
    var samples = AlignedBuffer(count: count)
    do {
      var floats = samples.mutableSpan
      for index in 0..<count { floats[index] = input[index] }
    }
    var spectrum = AlignedBuffer(count: transform.spectrumCount)
    transform.forward(samples, into: &spectrum)
    for bin in 0...(count / 2) {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in input.enumerated() {
        let angle = -2 * Double.pi * Double(bin * index) / Double(count)
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
      }
      #expect(abs(Double(spectrum.span[2 * bin]) - real) < 1e-6 * Double(count))
      #expect(abs(Double(spectrum.span[2 * bin + 1]) - imaginary) < 1e-6 * Double(count))
    }
  }

  @Test("forward and backward give the input times the count")
  func roundTrip() throws {
    let count = 4096
    var numbers = SplitMix64(seed: 7)
    let input = numbers.samples(count)
    let transform = try RealFFT(count: count)
    var samples = AlignedBuffer(count: count)
    do {
      var floats = samples.mutableSpan
      for index in 0..<count { floats[index] = input[index] }
    }
    var spectrum = AlignedBuffer(count: transform.spectrumCount)
    var output = AlignedBuffer(count: count)
    transform.forward(samples, into: &spectrum)
    transform.inverse(destroying: &spectrum, into: &output)
    for index in 0..<count {
      #expect(abs(output.span[index] / Float(count) - input[index]) < 1e-6)
    }
  }

  @Test("refuses unsupported sizes, with the required ones")
  func refusesSizes() {
    #expect(throws: SignalProcessingError.transformTooShort(required: 2, actual: 0)) {
      _ = try RealFFT(count: 0)
    }
    #expect(throws: SignalProcessingError.oddTransform(actual: 9)) { _ = try RealFFT(count: 9) }
  }

  @Test("efficient counts are the next multiples of 32 without a prime above 5")
  func efficientCounts() {
    // 32·{1, 2, 15, 120, 128}: 7, 11, 13, 119 = 7·17 and 121…124 are left out.
    #expect(RealFFT.efficientCount(atLeast: 1) == 32)
    #expect(RealFFT.efficientCount(atLeast: 33) == 64)
    #expect(RealFFT.efficientCount(atLeast: 32 * 13) == 480)
    #expect(RealFFT.efficientCount(atLeast: 32 * 118 + 1) == 3840)
    #expect(RealFFT.efficientCount(atLeast: 32 * 126) == 4096)
  }
}
