// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import Testing
import TunerPipeline
import Tuning

// The exact example of README.md.

func readings(of samples: [Float], at rate: SampleRate) throws -> [String] {
  var tuner = try TunerPipeline(
    sampleRate: rate, updateRate: .standard,
    classifier: PitchClassifier(selection: .strings(.standard)),
    detector: PitchEngine(.init(sampleRate: rate)))
  var (cursor, readings) = (0, [String]())
  while let result = tuner.nextResult(in: samples.span, from: &cursor) {
    guard let target = result.target, let cents = result.cents else { continue }
    readings.append("\(target) \(Int(cents.value.rounded())) cents")
  }
  return readings
}

@Suite("The example of the README")
struct ReadmeTests {
  @Test("is compiled here, and has twelve lines")
  func code() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let parts = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
      .components(separatedBy: "```swift\n")
    try #require(parts.count == 2)
    let shown = try #require(parts[1].components(separatedBy: "\n```").first)
      .split(separator: "\n").map(String.init)
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    #expect(shown.count == 12)
    let start = try #require(shown.first.flatMap(own.firstIndex(of:)))
    #expect(Array(own[start...].prefix(shown.count)) == shown)
  }

  @Test("reads a string at its exact deviation")
  func detects() throws {
    // Ten partials of A2, raised by 12 cents.
    let (rate, frequency) = (48000, 110 * exp2(12.0 / 1200))
    let tone = (0..<rate).map { index in
      (1...10).reduce(Float(0)) { sum, partial in
        let phase = 2 * Double.pi * Double(partial) * frequency * Double(index) / Double(rate)
        return sum + Float(0.1 * sin(phase) / Double(partial))
      }
    }
    let heard = try readings(
      of: [Float](repeating: 0, count: rate / 4) + tone, at: SampleRate(rate))
    #expect(heard.last == "5:A2 12 cents")
    #expect(heard.count >= 15)
  }
}
