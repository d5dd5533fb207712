// SPDX-License-Identifier: MIT

import Acoustics
import Synchronization
import Testing
import Tuning

@testable import TunerAnalysis

@Suite("The lines of a live session")
struct LiveResultWriterTests {
  /// The text that a writer has printed.
  private final class Output: Sendable {
    private let text = Mutex("")

    var lines: [Substring] { text.withLock { $0.split(separator: "\n") } }

    func add(_ line: String) { text.withLock { $0 += line } }
  }

  /// Returns the lines for one clear pitch each twentieth of a second, with string 6 locked.
  private func lines(for pitches: [Double]) throws -> [Substring] {
    let settings = try SettingSources(
      flags: [.string: "6"], environment: ["XDG_CONFIG_HOME": "/nonexistent"]
    ).validated()
    let output = Output()
    let writer = LiveResultWriter(
      settings, name: nil, seconds: nil, format: .text, output: { output.add($0) }, ended: {})
    for (index, hertz) in pitches.enumerated() {
      writer.take(
        settings.classifier.classify(
          PitchEstimate(frequency: Hertz(hertz), confidence: 0.99), level: Decibels(-20),
          at: SamplePosition(2400 * Int64(index + 1))))
    }
    return output.lines
  }

  @Test("a line follows each tenth of a semitone beyond 100 cents from the locked string")
  func farGlide() throws {
    // E2 is 82.407 Hz. The distances are 240, 238, 231 and 200 cents.
    let lines = try lines(for: [71.739, 71.822, 72.113, 73.416])
    #expect(lines.count == 3, "\(lines)")
    for (line, distance) in zip(lines, ["2.4", "2.3", "2.0"]) {
      #expect(line.hasSuffix("\(distance) semitones flat of string 6 (E2)"), "\(line)")
    }
  }

  @Test("a line follows each cent within 100 cents of the locked string")
  func nearGlide() throws {
    // The deviations are 0.0, 0.1 and 2.0 cents.
    let lines = try lines(for: [82.407, 82.412, 82.502])
    #expect(lines.count == 2, "\(lines)")
  }
}
