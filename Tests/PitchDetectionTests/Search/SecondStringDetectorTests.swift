// SPDX-License-Identifier: MIT

import Acoustics
import PitchDetection
import TestSignals
import Testing

@Suite("Second string")
struct SecondStringDetectorTests {
  /// The evidence of a second string in the first second of strings struck at once, at 20 updates a
  /// second; from 0.1 s on, when the partials can be separated.
  private func secondString(of strings: [PluckedString], hears: Bool = true) throws -> [Double?] {
    let parts = strings.map { $0.render(rate: 48_000, seconds: 1.25) }
    let sum = makeSamples(parts[0].count) { index in
      var (sample, string): (Float, Int) = (0, 0)
      while string < parts.count {
        sample += parts[string][index]
        string += 1
      }
      return sample
    }
    var engine = try PitchEngine(
      .init(sampleRate: SampleRate(48_000), detectsSecondString: hears))
    var heard: [Double?] = []
    for update in 0..<25 {
      engine.append(sum.span.extracting((2400 * update)..<(2400 * (update + 1))))
      let estimate = engine.estimatePitch()
      if update >= 7 { heard.append(estimate?.secondString) }
    }
    return heard
  }

  private func median(_ values: [Double?]) throws -> Double {
    let known = values.compactMap { $0 }.sorted()
    try #require(known.count > 10)
    return known[known.count / 2]
  }

  @Test(
    "is small for a single string", arguments: [82.41, 110, 146.83, 196, 246.94, 329.63])
  func alone(hertz: Double) throws {
    #expect(try median(secondString(of: [PluckedString(first: hertz)])) < 0.12)
  }

  // E5 power chord, A major, G major of six strings, a fourth: whole ratios to intervals of a
  // scale.
  @Test(
    "is large for strings plucked at once",
    arguments: [
      [82.41, 123.47], [110, 164.81, 220, 277.18], [98, 123.47, 146.83, 196, 246.94, 392],
      [110, 146.83],
    ])
  func chord(hertz: [Double]) throws {
    #expect(try median(secondString(of: hertz.map { PluckedString(first: $0) })) > 0.12)
  }

  @Test("is measured only on request, and changes nothing else")
  func asked() throws {
    #expect(
      try secondString(of: [PluckedString(first: 110)], hears: false).allSatisfy { $0 == nil })
  }
}
