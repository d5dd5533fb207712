// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Equal lines of two strings")
struct EqualLinesTests {
  private static let rate = 12e3
  private static let count = 8192
  /// The first partials of two strings in hertz: the seventh partial of the lower one has the
  /// frequency of the fourth of the upper one.
  private static let firsts = [110, 192.5]

  /// Measures seven partials of the lower string and four of the upper one.
  private func spectrum() throws -> StrumSpectrum {
    let samples: [Float] = (0..<Self.count).map { index in
      let time = (Double(index) + 0.5 - Double(Self.count) / 2) / Self.rate
      var sum = 0.0
      for (first, partials) in zip(Self.firsts, [7, 4]) {
        for number in 1...partials {
          sum += 0.02 * cos(2 * .pi * first * Double(number) * time + Double(number))
        }
      }
      return Float(sum)
    }
    var window = try StrumWindow(count: Self.count, planning: .estimate)
    var spectrum = StrumSpectrum(longest: Double(Self.count) / Self.rate)
    spectrum.measure(samples.span, through: &window, rate: Self.rate)
    return spectrum
  }

  @Test("stay in the model, although neither is significant")
  func stay() throws {
    let spectrum = try spectrum()
    var model = StrumModel(stringCount: 2, binCount: spectrum.count)
    model.prepare(seconds: spectrum.seconds, isGliding: false)
    for (string, first) in Self.firsts.enumerated() {
      let start = StiffStringFit(
        first: first, inharmonicity: 0, typical: 0, glideVariance: 1e-12)
      model.begin(start, of: string, glideVariance: 1e-12)
    }
    model.fit(spectrum, rounds: 4)
    let seventh = model.lines[model.lineRange(of: 0).lowerBound + 6]
    let fourth = model.lines[model.lineRange(of: 1).lowerBound + 3]
    for line in [seventh, fourth] {
      #expect(line.significance < StrumLine.visible)
      #expect(line.isActive)
      #expect(line.amplitude.squaredMagnitude > 0)
    }
  }
}
