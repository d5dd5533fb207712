// SPDX-License-Identifier: MIT

import Plotting
import Testing

@Suite("Scale")
struct ScaleTests {
  struct Row {
    let range: ClosedRange<Double>
    let ticks: [Double]
  }

  /// Steps of 1, 2 and 5 times a power of ten, ends rounded outwards, worked out by hand.
  static let rows = [
    Row(range: 0...10, ticks: [0, 2, 4, 6, 8, 10]),
    Row(range: 0.05...0.93, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1]),
    Row(range: -7...12, ticks: [-10, -5, 0, 5, 10, 15]),
    Row(range: 100...103, ticks: [100, 101, 102, 103]),
    Row(range: 4...4, ticks: [4, 8]),
    Row(range: 0...0, ticks: [0, 1]),
  ]

  @Test("has ticks at round numbers that include the range", arguments: rows)
  func linear(row: Row) {
    let ticks = Scale(.linear, holding: row.range).ticks
    #expect(ticks.count == row.ticks.count)
    for (tick, expected) in zip(ticks, row.ticks) { #expect(abs(tick - expected) < 1e-12) }
  }

  @Test("has ticks at the powers of ten around a logarithmic range")
  func logarithmic() {
    #expect(
      Scale(.logarithmic, holding: 0.02...300).ticks.map { $0 } == [0.01, 0.1, 1, 10, 100, 1000])
    // A long axis marks 2 and 5 too.
    #expect(Scale(.logarithmic, holding: 1...1).ticks == [1, 2, 5, 10])
    #expect(Scale(.logarithmic, holding: 3...40).ticks == [1, 2, 5, 10, 20, 50, 100])
    #expect(Scale(.logarithmic, holding: 1e-6...1e6).ticks.count == 7)
  }

  @Test("maps values in proportion, and maps invalid values to nil")
  func places() {
    let linear = Scale(.linear, holding: 0...10)
    #expect(linear.place(of: 2.5) == 0.25)
    #expect(linear.place(of: -10) == -1)
    #expect(linear.place(of: .nan) == nil)
    let logarithmic = Scale(.logarithmic, holding: 1...100)
    #expect(logarithmic.place(of: 10).map { abs($0 - 0.5) < 1e-12 } == true)
    #expect(logarithmic.place(of: 0) == nil)
    #expect(logarithmic.place(of: -1) == nil)
  }
}
