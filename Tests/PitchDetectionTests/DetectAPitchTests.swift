// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import PitchDetection
import TestSignals
import Testing

// The exact code of the article "Detect a pitch".

/// Returns the confident pitch estimates at sixty updates per second.
func estimates(of samples: [Float], at sampleRate: SampleRate) throws -> [PitchEstimate] {
  var engine = try PitchEngine(.init(sampleRate: sampleRate))
  let hop = sampleRate.hertz / 60
  var estimates: [PitchEstimate] = []
  for start in stride(from: 0, through: samples.count - hop, by: hop) {
    engine.append(samples.span.extracting(start..<(start + hop)))
    if let pitch = engine.estimatePitch(), pitch.confidence >= 0.7 { estimates.append(pitch) }
  }
  return estimates
}

@Suite("The article about detecting a pitch")
struct DetectAPitchTests {
  /// The lines of code that the article shows.
  private func shownLines() throws -> [String] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let article = root.appending(
      path: "Sources/PitchDetection/PitchDetection.docc/DetectAPitch.md")
    let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```")
    // Prose, code, prose: the first line of the code names its language.
    try #require(parts.count == 3)
    let lines = parts[1].split(separator: "\n").map(String.init)
    try #require(lines.first == "swift")
    return Array(lines.dropFirst())
  }

  @Test("shows the code that this test compiles")
  func code() throws {
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let shown = try shownLines()
    let imports = shown.filter { $0.hasPrefix("import ") }
    #expect(imports.count == 2)
    for line in imports { #expect(own.contains(line)) }
    let function = shown.drop { !$0.hasPrefix("///") }
    let start = try #require(function.first.flatMap(own.firstIndex(of:)))
    #expect(Array(own[start...].prefix(function.count)) == Array(function))
    #expect(shown.count == imports.count + function.count)
  }

  @Test("reads a harmonic tone at its exact frequency", arguments: [82.41, 110, 329.63])
  func tone(frequency: Double) throws {
    let rate = SampleRate(48000)
    let quiet = [Float](repeating: 0, count: rate.hertz / 4)
    let tone = periodicTone(frequency, rate: rate.hertz, count: rate.hertz)
    let found = try estimates(of: quiet + tone, at: rate)
    // A second of sixty readings: all but those of the first tenths are confident.
    #expect(found.count >= 40)
    let last = try #require(found.last)
    // Partials are whole multiples, so the first partial is the frequency itself.
    #expect(abs(last.frequency.interval(above: Hertz(frequency)).value) < 0.02)
  }

  @Test("reports nothing in noise")
  func noise() throws {
    let rate = SampleRate(48000)
    var random = SplitMix64(seed: 20)
    let samples = (0..<rate.hertz).map { _ in Float.random(in: -0.1...0.1, using: &random) }
    #expect(try estimates(of: samples, at: rate).isEmpty)
  }
}
