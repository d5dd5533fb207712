// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Even power")
struct EvenPowerTests {
  private func write(
    _ spectrum: [Float], by body: (Span<Float>, inout MutableSpan<Float>) -> Void
  ) -> [Float] {
    var output = [Float](repeating: .nan, count: spectrum.count - 2)
    do {
      var span = output.mutableSpan
      body(spectrum.span, &span)
    }
    return output
  }

  @Test("is its scalar twin, for every count up to three lanes and one", arguments: 1...25)
  func agreesWithTwin(half: Int) {
    var numbers = SplitMix64(seed: UInt64(half) + 90)
    let spectrum = numbers.samples(2 * half + 2)
    let fast = write(spectrum) { writeEvenPower(of: $0, into: &$1) }
    let slow = write(spectrum) { writeEvenPowerScalar(of: $0, into: &$1) }
    #expect(fast == slow)
  }

  @Test("is the same at both signs of a frequency")
  func mirrored() {
    let power = write([3, -4, 1, 2, 0, -1, 2, 0]) { writeEvenPower(of: $0, into: &$1) }
    #expect(power == [25, 5, 1, 4, 1, 5])
  }

  @Test("transformed once more, is the correlation of a signal with itself", arguments: [32, 1408])
  func correlation(count: Int) throws {
    var numbers = SplitMix64(seed: 91)
    let samples = numbers.samples(count / 2)
    let transform = try RealFFT(count: count)
    var frame = AlignedBuffer(count: count)
    frame.copy(samples.span)
    var spectrum = AlignedBuffer(count: transform.spectrumCount)
    transform.forward(frame, into: &spectrum)
    var power = AlignedBuffer(count: count)
    do {
      var span = power.mutableSpan
      writeEvenPower(of: spectrum.span, into: &span)
    }
    transform.forward(power, into: &spectrum)
    for lag in [0, 1, 7, count / 2 - 1] {
      let sum = (0..<(count / 2 - lag)).reduce(0.0) {
        $0 + Double(samples[$1]) * Double(samples[$1 + lag])
      }
      #expect(abs(Double(spectrum.span[2 * lag]) / Double(count) - sum) < 1e-5 * Double(count))
    }
  }
}
