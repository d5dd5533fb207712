// SPDX-License-Identifier: MIT

import Testing

@testable import TunerDisplay

@Suite("The lines of a screen reader about one note")
struct SpokenPitchTests {
  /// Returns the lines about A2 with their times; a reading comes every 0.05 s.
  private func lines(
    seconds: Double, _ cents: (Double) -> Double
  ) throws -> [(time: Double, text: String)] {
    var scenes = DisplayScenes()
    var spoken = ScreenReaderLine()
    var lines: [(time: Double, text: String)] = []
    for step in 0..<Int(20 * seconds) {
      let time = 1 + Double(step) / 20
      try scenes.sound(string: 5, cents: cents(time - 1), at: time)
      let frame = scenes.frame { $0.now = .milliseconds(1000 + 50 * step) }
      if let text = spoken.next(for: frame, look: DisplayStyle()) { lines.append((time, text)) }
    }
    return lines
  }

  @Test("a note that wanders over the edge of the window has a line a second at most")
  func wanders() throws {
    // Whole cents from -16 to -8, in an order without a pattern; the window ends at -10.
    let lines = try lines(seconds: 6) { -12 + Double(Int($0 * 20) * 7 % 9) - 4 }
    #expect(lines.count <= 7, "\(lines)")
    #expect(zip(lines, lines.dropFirst(2)).allSatisfy { $1.time - $0.time > 0.99 }, "\(lines)")
  }

  @Test("a note that wanders by less than 3 cents has one line, also at the edge")
  func stays() throws {
    for centre in [-30.0, -10.5, 0] {
      let lines = try lines(seconds: 3) { centre + Double(Int($0 * 20) % 2) }
      #expect(lines.count <= 2, "\(lines)")
    }
  }

  @Test("flat, in tune and sharp have their lines at once, other deviations after half a second")
  func changes() throws {
    let lines = try lines(seconds: 6) { time in
      switch time {
      case ..<1.0: -30
      case ..<2.2: -22
      case ..<3.4: 2
      case ..<3.6: 14
      case ..<4: 2
      default: 14
      }
    }
    #expect(
      lines.map(\.text) == [
        "A2, 30 cents flat", "A2, 22 cents flat", "A2, in tune", "A2, 14 cents sharp",
      ])
    for (line, time) in zip(lines, [1, 2.5, 3.2, 4.4]) { #expect(abs(line.time - time) < 0.03) }
  }
}
