// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Slower stream")
struct SlowerStreamTests {
  private static let rate = 12000.0

  private func withStream(
    _ samples: [Float], chunk: Int = 200, _ body: (borrowing SlowerStream) throws -> Void
  ) throws {
    var stream = try SlowerStream(rate: Self.rate, frameCount: 2000, blockCount: 1024)
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + chunk)
      stream.append(samples.span.extracting(start..<end))
      start = end
    }
    try body(stream)
  }

  /// The newest samples of a sine lie where `lag` says, at every number of samples.
  @Test("reports the delay of its newest samples", arguments: 2400..<2408)
  func lag(count: Int) throws {
    let turns = 200 / Self.rate
    let samples = (0..<count).map { Float(sin(2 * .pi * turns * Double($0))) }
    try withStream(samples) { stream in
      for step in [SlowerStream.Step.half, .quarter] {
        let lag = stream.lag(of: step)
        let frame = step == .half ? stream.half.frame : stream.quarter.frame
        for back in 0..<10 {
          let place = Double(count - 1 - lag - step.factor * back)
          let found = Double(frame[frame.count - 1 - back])
          #expect(abs(found - sin(2 * .pi * turns * place)) < 1e-4)
        }
      }
      let whole = stream.lag(of: .whole)
      #expect(whole == 0)
    }
  }

  /// A step is 0 before the newest `count` samples, and 1 in them: what is counted must not know of
  /// the zeros, and one more would.
  @Test(
    "counts the samples that depend only on the newest input", arguments: [300, 401, 702, 1003])
  func count(newest: Int) throws {
    let samples = (0..<2401).map { Float($0 < 2401 - newest ? 0 : 1) }
    try withStream(samples) { stream in
      for step in [SlowerStream.Step.half, .quarter] {
        let count = stream.count(of: step, in: newest)
        let frame = step == .half ? stream.half.frame : stream.quarter.frame
        #expect(count > newest / step.factor - 45)
        for back in 0..<count { #expect(abs(frame[frame.count - 1 - back] - 1) < 1e-5) }
        let earlier = stream.count(of: step, in: newest + 2 * step.factor * 15)
        #expect(earlier > count && abs(frame[frame.count - earlier] - 1) > 1e-5)
      }
      let (whole, none) = (stream.count(of: .whole, in: newest), stream.count(of: .quarter, in: 20))
      #expect(whole == newest && none == 0)
    }
  }

  @Test("chooses the slowest rate that keeps the partials")
  func step() throws {
    try withStream([]) { stream in
      let steps = [899.0, 901, 1799, 1801].map { stream.step(passing: $0) }
      #expect(steps == [.quarter, .half, .half, .whole])
    }
  }
}
