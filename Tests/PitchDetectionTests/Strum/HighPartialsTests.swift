// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Partials over the twentieth")
struct HighPartialsTests {
  /// The first partials of two strings in hertz: the 21st and 24th partials of the lower one
  /// coincide with the seventh and eighth of the upper one.
  private static let firsts = [82.3, 246.9]

  /// Fits both strings to a spectrum in which only the lower one sounds, with 24 partials.
  private func model(count: Int = 8192, isOfStroke: Bool = true) throws -> StrumModel {
    let spectrum = try measuredSpectrum(
      of: [(Self.firsts[0], (1...24).map { 0.05 / Double($0) })], count: count)
    var model = StrumModel(stringCount: 2, binCount: spectrum.count)
    model.prepare(seconds: spectrum.seconds, isGliding: false)
    model.isOfStroke = isOfStroke
    for (string, first) in Self.firsts.enumerated() {
      let start = StiffStringFit(
        first: first, inharmonicity: 0, typical: 0, glideVariance: 1e-12)
      model.begin(start, of: string, glideVariance: 1e-12)
    }
    model.fit(spectrum, rounds: 4)
    return model
  }

  private func line(_ number: Int, of string: Int, in model: borrowing StrumModel) -> StrumLine {
    model.lines[model.lineRange(of: string).lowerBound + number - 1]
  }

  @Test("explain what the partials of another string would explain")
  func explain() throws {
    let model = try model()
    for (high, other) in [(21, 7), (24, 8)] {
      #expect(line(high, of: 0, in: model).amplitude.squaredMagnitude > 0)
      #expect(!line(other, of: 1, in: model).isSignificant)
    }
  }

  @Test("are not modelled without a line of another string next to them")
  func alone() throws {
    let model = try model()
    for number in [22, 23] {
      #expect(!line(number, of: 0, in: model).isModelled)
      #expect(!line(number, of: 0, in: model).isActive)
    }
  }

  @Test(
    "are not modelled in a short window, nor before a stroke is found",
    arguments: [(6144, true), (8192, false)])
  func unmodelled(count: Int, isOfStroke: Bool) throws {
    let model = try model(count: count, isOfStroke: isOfStroke)
    for (high, other) in [(21, 7), (24, 8)] {
      #expect(!line(high, of: 0, in: model).isModelled)
      #expect(line(other, of: 1, in: model).isSignificant, "Nothing else explains the line.")
    }
  }
}
