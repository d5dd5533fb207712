// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Input conditioner")
struct InputConditionerTests {
  private func condition(_ input: [Float], at rate: Int) -> (output: [Float], InputConditioner) {
    var conditioner = InputConditioner(sampleRate: SampleRate(rate))
    var output = input
    do {
      var span = output.mutableSpan
      conditioner.condition(input.span, into: &span)
    }
    return (output, conditioner)
  }

  @Test("removes DC", arguments: [8000, 48000, 192_000])
  func removesDC(rate: Int) {
    let output = condition([Float](repeating: 0.5, count: rate), at: rate).output
    #expect(output.suffix(100).allSatisfy { abs($0) < 1e-6 })
  }

  /// The gain of a second-order Butterworth high-pass with corner c at f: 1 / √(1 + (c/f)⁴).
  ///
  /// The bilinear transform bends it by less than a thousandth at these frequencies.
  @Test(
    "has the gain of a Butterworth filter", arguments: [8000, 44100, 192_000],
    [18.0, 30.87, 82.41, 1318.5])
  func gain(rate: Int, frequency: Double) {
    let seconds = 2
    let input = makeSamples(seconds * rate) {
      Float(sin(2 * Double.pi * frequency * Double($0) / Double(rate)))
    }
    let tail = condition(input, at: rate).output.suffix(rate)
    let rms = (tail.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(rate)).squareRoot()
    let expected = 1 / (1 + pow(18 / frequency, 4)).squareRoot()
    #expect(abs(rms * 2.0.squareRoot() - expected) < 0.01)
  }

  @Test(
    "treats NaN as silence, counts it, and stores its position",
    arguments: [Float.nan, .infinity, -.infinity, 1e30, -.greatestFiniteMagnitude])
  func rejects(bad: Float) {
    var input = (0..<1000).map { Float(sin(Double($0) / 10)) }
    input[400] = 0
    let clean = condition(input, at: 48000)
    input[400] = bad
    let dirty = condition(input, at: 48000)
    #expect(dirty.output == clean.output)
    #expect(dirty.1.rejectedCount == 1)
    #expect(dirty.1.lastRejection == SamplePosition(401))
    #expect(clean.1.rejectedCount == 0)
    #expect(clean.1.lastRejection == nil)
  }

  @Test("gives the same bits for chunks of any size")
  func chunks() {
    var numbers = SplitMix64(seed: 41)
    let input = numbers.samples(3000)
    let whole = condition(input, at: 44100).output
    for longest in [1, 3, 7, 50, 1000] {
      var conditioner = InputConditioner(sampleRate: SampleRate(44100))
      var (cut, start) = ([Float](), 0)
      while start < input.count {
        let end = min(input.count, start + Int.random(in: 1...longest, using: &numbers))
        var room = [Float](repeating: .nan, count: end - start)
        do {
          var span = room.mutableSpan
          conditioner.condition(input.span.extracting(start..<end), into: &span)
        }
        cut += room
        start = end
      }
      #expect(cut == whole)
    }
  }

  /// The difference equation of the bilinear Butterworth (Oppenheim & Schafer, §7.2), sample by
  /// sample.
  @Test(
    "equals the recursive filter of which it is the block form", arguments: [8000, 48000, 192_000])
  func recursion(rate: Int) {
    var numbers = SplitMix64(seed: 42)
    let input = numbers.samples(rate / 4)
    let warped = tan(Double.pi * 18 / Double(rate))
    let gain = 1 / (1 + warped * (2.0.squareRoot() + warped))
    let (a1, a2) = (
      2 * (warped * warped - 1) * gain, (1 - warped * (2.0.squareRoot() - warped)) * gain
    )
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    let output = condition(input, at: rate).output
    for index in input.indices {
      let x = Double(input[index])
      let y = gain * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2
      (x1, x2, y1, y2) = (x, x1, y, y1)
      #expect(abs(Double(output[index]) - y) < 1e-6)
    }
  }
}
