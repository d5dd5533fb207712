// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Equal lines of two strings")
struct EqualLinesTests {
  /// The first partials of two strings in hertz: the seventh partial of the lower one has the
  /// frequency of the fourth of the upper one.
  private static let firsts = [110, 192.5]

  @Test("stay in the model, although neither is significant")
  func stay() throws {
    let spectrum = try measuredSpectrum(
      of: zip(Self.firsts, [7, 4]).map { ($0, Array(repeating: 0.02, count: $1)) })
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
