// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import Testing
import TunerRuntime
import TunerTesting

@Suite("A source at real-time pace")
struct PacedSourceTests {
  @Test(
    "each block arrives when its last sample is due, without drift",
    arguments: [44100, 48000, 11025])
  func deadlines(rate: Int) throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(3))
    let samples = (0..<(20 * rate)).map { Float($0) }
    var source = PacedSource(MemorySource(samples, sampleRate: SampleRate(rate)), clock: clock)
    var block = [Float](repeating: 0, count: rate / 10)
    var heard: [Float] = []
    var ends: [Int] = []
    while true {
      var span = block.mutableSpan
      guard case .samples(let count) = source.capture(into: &span) else { break }
      heard += block.prefix(count)
      ends.append(heard.count)
    }
    var span = block.mutableSpan
    let after = source.capture(into: &span)
    #expect(after == .ended && heard == samples)
    let deadlines = ends.map { end in
      Duration.seconds(3 + end / rate) + .nanoseconds(end % rate * 1_000_000_000 / rate)
    }
    #expect(clock.waits == deadlines && clock.waits.last == .seconds(23))
  }

  @Test("a late block does not delay the next ones")
  func late() {
    let clock = ManualClock()
    var source = PacedSource(
      MemorySource([Float](repeating: 0, count: 1440), sampleRate: SampleRate(48000)),
      clock: clock)
    var block = [Float](repeating: 0, count: 4800)
    for _ in 0..<3 {
      var span = block.mutableSpan
      _ = source.capture(into: &span)
      clock.advance(by: .milliseconds(4))
    }
    #expect(clock.waits == [.milliseconds(10), .milliseconds(20), .milliseconds(30)])
  }
}
