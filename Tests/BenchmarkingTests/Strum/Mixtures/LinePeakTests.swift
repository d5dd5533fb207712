// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import Benchmarking

@Suite("The peak of one line")
struct LinePeakTests {
  private func samples(
    _ partials: [(hertz: Double, amplitude: Double)], count: Int = 1860
  ) -> [Float] {
    (0..<count).map { index in
      let time = Double(index) / 6000
      return Float(
        partials.reduce(0) { $0 + $1.amplitude * sin(2 * .pi * $1.hertz * time + $1.hertz) })
    }
  }

  @Test("is the frequency of a sine, wherever it lies between two bins", arguments: 0..<7)
  func sine(step: Int) throws {
    let hertz = 110 + 0.23 * Double(step)
    let peak = LinePeak(samples([(hertz, 0.3)])[...], rate: 6000)
    let found = try #require(peak.frequency(near: 111))
    #expect(abs(1200 * log2(found / hertz)) < 0.003)
  }

  @Test("is that of a first partial under stronger ones")
  func partials() throws {
    let peak = LinePeak(samples([(82.5, 0.05), (165.1, 1), (247.9, 1)])[...], rate: 6000)
    let found = try #require(peak.frequency(near: 82.4))
    #expect(abs(1200 * log2(found / 82.5)) < 0.2)
  }

  @Test("does not exist where the spectrum is monotonic in the whole range")
  func none() {
    #expect(LinePeak(samples([(114, 1)])[...], rate: 6000).frequency(near: 110) == nil)
    #expect(LinePeak([], rate: 6000).frequency(near: 110) == nil)
  }
}
