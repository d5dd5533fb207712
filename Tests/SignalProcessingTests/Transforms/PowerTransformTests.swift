// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Power transform")
struct PowerTransformTests {
  private func transform(_ samples: [Float]) throws -> PowerTransform {
    var transform = try PowerTransform(count: samples.count)
    transform.place(samples.span, at: 0)
    return transform
  }

  private func power(_ samples: [Float], scale: Float = 1) throws -> [Float] {
    var transform = try transform(samples)
    var power = [Float](repeating: .nan, count: transform.binCount)
    do {
      var span = power.mutableSpan
      transform.writePower(scale: scale, into: &span)
    }
    return power
  }

  @Test("turns by the nearest floats to cosines and sines, for every even count up to 8192")
  func turns() {
    for count in stride(from: 4, through: 8192, by: 2) {
      let turns = PowerTransform.turns(count: count)
      let row = count / 4 + 1
      let span = turns.span
      var (wrong, index): ([Int], Int) = ([], 0)
      while index < row {
        let angle = 2 * Double.pi * Double(index) / Double(count)
        if span[index] != Float(cos(angle)) || span[row + index] != Float(sin(angle)) {
          wrong.append(index)
        }
        index += 1
      }
      #expect(wrong.isEmpty, "\(wrong) of \(count)")
    }
  }

  @Test("equals |X|² of the definition", arguments: [4, 6, 8, 10, 30, 32, 96, 480])
  func definition(count: Int) throws {
    var numbers = SplitMix64(seed: UInt64(count))
    let input = numbers.samples(count)
    let found = try power(input, scale: 0.5)
    for bin in 0...(count / 2) {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in input.enumerated() {
        let angle = -2 * Double.pi * Double(bin * index) / Double(count)
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
      }
      let expected = 0.5 * (real * real + imaginary * imaginary)
      #expect(abs(Double(found[bin]) - expected) < 1e-5 * Double(count))
    }
  }

  // A transform in single precision loses about 1e-7 of the largest: the rest lies 130 dB below.
  @Test("of a whole number of periods is 0 in all other bins")
  func dynamicRange() throws {
    let count = 2048
    let sine = (0..<count).map { Float(sin(2 * .pi * 100 * Double($0) / Double(count))) }
    let found = try power(sine)
    let expected = Float(count * count / 4)
    #expect(abs(found[100] / expected - 1) < 1e-5)
    for bin in found.indices where bin != 100 { #expect(found[bin] < 1e-13 * expected) }
  }

  @Test("gives the autocorrelation of the samples", arguments: [32, 100, 2048])
  func correlation(count: Int) throws {
    var numbers = SplitMix64(seed: 91)
    let samples = numbers.samples(count / 2)
    var transform = try PowerTransform(count: count)
    for start in [0, count / 4, count / 2] {
      transform.place(samples.span, at: start)
      transform.correlate(lagCount: count / 2 + 1)
      for lag in [0, 1, 7, count / 4, count / 2 - 1, count / 2] {
        let sum = (0..<max(0, count / 2 - lag)).reduce(0.0) {
          $0 + Double(samples[$1]) * Double(samples[$1 + lag])
        }
        let found = Double(transform.values[lag]) / Double(count)
        #expect(abs(found - sum) < 1e-5 * Double(count))
      }
    }
  }

  @Test("depends only on the present samples, not on earlier transforms")
  func placing() throws {
    var numbers = SplitMix64(seed: 92)
    let (loud, samples) = (numbers.samples(96).map { 1e6 * $0 }, numbers.samples(33))
    var used = try transform(loud)
    used.correlate(lagCount: 40)
    used.place(samples.span, at: 20)
    for index in 0..<96 {
      #expect(used.values[index] == ((20..<53).contains(index) ? samples[index - 20] : 0))
    }
  }

  @Test("refuses unsupported sizes, with the required ones")
  func refusesSizes() {
    #expect(throws: SignalProcessingError.transformTooShort(required: 4, actual: 2)) {
      _ = try PowerTransform(count: 2)
    }
    #expect(throws: SignalProcessingError.oddTransform(actual: 9)) {
      _ = try PowerTransform(count: 9)
    }
  }

  @Test("has the same bits with a plan that was made before")
  func repeats() throws {
    var numbers = SplitMix64(seed: 93)
    let samples = numbers.samples(1536)
    #expect(try power(samples) == power(samples))
  }
}
