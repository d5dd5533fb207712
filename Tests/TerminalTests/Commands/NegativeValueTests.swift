// SPDX-License-Identifier: MIT

import Testing

@testable import Terminal

@Suite("Negative values")
struct NegativeValueTests {
  @Test("the value of an option joins it, and a value behind all others moves behind a terminator")
  func marked() {
    let rows = [
      ("analyze --clock-ppm -12.5 a.wav", "analyze --clock-ppm=-12.5 a.wav"),
      ("analyze -t -3 a.wav", "analyze -t=-3 a.wav"),
      ("tone A4 --level -.5", "tone A4 --level=-.5"),
      ("gate goal set practice -5m", "gate goal set practice -- -5m"),
      ("analyze -1.wav b.wav -2.wav", "analyze -- -1.wav b.wav -2.wav"),
      ("gate goal set practice -5m --days today", "gate goal set practice --days today -- -5m"),
      ("gate goal set practice -5m --days=today", "gate goal set practice --days=today -- -5m"),
    ]
    for (line, wanted) in rows {
      #expect(NegativeValue.marked(words(line)) == words(wanted))
    }
  }

  @Test("options, files in their order, and what follows a terminator stay")
  func unmarked() {
    for line in [
      "", "analyze", "analyze -", "analyze --plot - -o out a.wav", "analyze -1.wav b.wav -q",
      "analyze --days -- -5m", "analyze -- --a4 -440", "analyze --a4=-440 --level -x", "live -t",
      "analyze -0", "analyze -q -0 -", "analyze -o -. a.wav",
    ] {
      #expect(NegativeValue.marked(words(line)) == words(line))
    }
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
