// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import TestSignals
import Testing

// The exact code of the article "Measure all strings of a stroke".

/// Returns the deviations, in cents, of the strings that sound at the end of a recorded stroke.
func deviations(
  of samples: [Float], at sampleRate: SampleRate, targets: [Hertz]
) throws -> [Cents?] {
  var engine = try StrumEngine(
    StrumConfiguration(strings: targets.map { StrumString(target: $0) }, sampleRate: sampleRate))
  let hop = sampleRate.hertz / 20
  for start in stride(from: 0, through: samples.count - hop, by: hop) {
    engine.append(samples.span.extracting(start..<(start + hop)))
    engine.update()
  }
  return targets.indices.map { index in
    let reading = engine.reading(ofString: index)
    return reading.state == .sounding ? reading.deviation : nil
  }
}

@Suite("The article about measuring all strings")
struct MeasureAllStringsTests {
  /// The lines of code that the article shows.
  private func shownLines() throws -> [String] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = root.appending(
      path: "Sources/PitchDetection/PitchDetection.docc/MeasureAllStringsOfAStroke.md")
    let lines = try String(contentsOf: article, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex(of: "```swift"))
    let end = try #require(lines[(start + 1)...].firstIndex(of: "```"))
    return lines[(start + 1)..<end].filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }

  @Test("shows the code that this test compiles")
  func isCompiled() throws {
    let here = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let shown = try shownLines()
    #expect(shown.count > 10)
    let start = try #require(here.firstIndex(of: shown[0]))
    #expect(Array(here[start..<(start + shown.count)]) == shown)
  }

  @Test("finds the deviations of a stroke")
  func finds() throws {
    let rate = SampleRate(48000)
    let strum = StrumDraw.guitar.strum(seed: 11)
    let found = try deviations(
      of: strum.signal(at: rate).render(at: rate), at: rate, targets: strum.targets)
    #expect(found.count == 6)
    for (index, voice) in strum.voices.enumerated() {
      guard voice.isPlayed else {
        #expect(found[index] == nil)
        continue
      }
      let truth = voice.pluck.string.settledFrequency(ofPartial: 1)
        .interval(above: voice.target).value
      let deviation = try #require(found[index]).value
      #expect(abs(deviation - truth) < 1)
    }
  }
}
