// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Windowed samples")
struct WindowedTests {
  @Test(
    "agree with their scalar twin, for every count up to three vectors plus one", arguments: 1...25)
  func agreesWithTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 730)
    let (samples, window) = (numbers.samples(count), numbers.samples(count + 3))
    var fast = [Float](repeating: 7, count: count + 5)
    var slow = fast
    var means: [Float] = []
    do {
      var output = fast.mutableSpan
      means.append(writeWindowed(samples.span, by: window.span, into: &output))
    }
    do {
      var output = slow.mutableSpan
      means.append(writeWindowedScalar(samples.span, by: window.span, into: &output))
    }
    #expect(abs(means[0] - means[1]) < 1e-6)
    for index in fast.indices { #expect(abs(fast[index] - slow[index]) < 1e-6) }
    #expect(fast.suffix(5).allSatisfy { $0 == 0 })
  }

  // The mean of 1 … 16 is 8.5.
  @Test("lose their mean before the window is applied")
  func closedForm() {
    let (samples, window) = ((1...16).map(Float.init), (0..<16).map { Float($0 % 3) })
    var found = [Float](repeating: 7, count: 16)
    do {
      var output = found.mutableSpan
      #expect(writeWindowed(samples.span, by: window.span, into: &output) == 8.5)
    }
    for index in 0..<16 { #expect(found[index] == window[index] * (Float(index) - 7.5)) }
  }
}

/// The scalar twin of `writeWindowed`.
@discardableResult
func writeWindowedScalar(
  _ samples: Span<Float>, by window: Span<Float>, into output: inout MutableSpan<Float>
) -> Float {
  precondition(samples.count > 0 && window.count >= samples.count)
  var sum: Float = 0
  for index in samples.indices { sum += samples[index] }
  let mean = sum / Float(samples.count)
  writeWindowedRest(samples, window, mean, &output, from: 0)
  return mean
}
