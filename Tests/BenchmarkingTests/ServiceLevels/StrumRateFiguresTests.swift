// SPDX-License-Identifier: MIT

import Testing

@testable import Benchmarking

@Suite("Figures of strokes at real-time pace")
struct StrumRateFiguresTests {
  /// Updates at 20 a second; a string sounds in those of some strokes.
  private static func arrivals(until end: Double, sounding: [ClosedRange<Double>])
    -> [UpdateArrival]
  {
    (1...Int(end * 20)).map { index in
      let time = Double(index) / 20
      let stroke = sounding.last { $0.contains(time) }
      return UpdateArrival(
        position: time, onset: stroke?.lowerBound, isSounding: stroke != nil, time: time + 0.001)
    }
  }

  @Test("a late or missing marker names its own stroke, also after one that is never readable")
  func strokes() {
    let figures = StrumRateFigures(
      arrivals: Self.arrivals(until: 4, sounding: [1.5...1.9, 2.5...2.9]), omitted: 0, due: 80,
      strokes: [(0.5, nil), (1.5, 1.5), (2.5, 2.2), (3.5, 3.6)])
    #expect(figures.incidents.map(\.place) == ["stroke 3", "stroke 4"])
    #expect(figures.incidents.map(\.event) == ["marker after 301 ms", "no marker"])
  }

  @Test(
    "an incident counts updates that are late, left out, missing and too many apart",
    arguments: [
      (0, 80, []), (0, 83, ["3 missing"]), (0, 79, ["1 too many"]), (2, 82, ["2 left out"]),
      (2, 83, ["2 left out, 1 missing"]), (2, 81, ["2 left out, 1 too many"]),
    ])
  func updates(omitted: Int, due: Int, events: [String]) {
    let arrivals = Self.arrivals(until: 4, sounding: [])
    let figures = StrumRateFigures(
      arrivals: arrivals, omitted: omitted, due: due, strokes: [])
    #expect(figures.incidents.map(\.event) == events)
  }

  @Test("an update that comes after the next one was due is late")
  func late() {
    var arrivals = Self.arrivals(until: 4, sounding: [])
    arrivals[60].time += 0.06
    let figures = StrumRateFigures(arrivals: arrivals, omitted: 0, due: 81, strokes: [])
    #expect(figures.incidents.map(\.event) == ["1 late, 1 missing"])
  }
}
