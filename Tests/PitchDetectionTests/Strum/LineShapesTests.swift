// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Shapes that follow their lines")
struct LineShapesTests {
  private static let seconds = 3072 / 12e3

  private func line(_ frequency: Double) -> StrumLine {
    var line = StrumLine(
      string: 0, number: 1, frequency: frequency, inharmonicitySigma: 0, glideVariance: 1e-6)
    line.glide = 1e-3
    return line
  }

  /// Returns the largest difference between the shape of a moved line and the shape of a new line.
  private func difference(isGliding: Bool, _ move: (inout StrumLine) -> Void) -> Double {
    var shapes = LineShapes(lineCount: 2)
    shapes.prepare(seconds: Self.seconds, isGliding: isGliding)
    var moved = line(331.7)
    shapes.update(&moved, at: 0)
    move(&moved)
    var other = moved
    shapes.update(&moved, at: 0)
    shapes.update(&other, at: 1)
    #expect(moved.nearest == other.nearest)
    var most = 0.0
    for offset in -LineShape.reach...LineShape.reach {
      let error = shapes.value(of: 0, at: offset) - shapes.value(of: 1, at: offset)
      most = max(most, error.squaredMagnitude.squareRoot())
    }
    return most
  }

  @Test("stay within −66 dB of the maximum after small moves", arguments: [false, true])
  func small(isGliding: Bool) {
    let error = difference(isGliding: isGliding) { line in
      line.frequency += 0.015 / Self.seconds
      line.decay += 0.3
      line.glide += isGliding ? 1e-5 : 0
    }
    #expect(error > 0)
    #expect(error < 0.5 * 5e-4, "\(error)")
  }

  @Test("are computed anew after larger moves", arguments: [false, true])
  func large(isGliding: Bool) {
    #expect(difference(isGliding: isGliding) { $0.frequency += 0.03 / Self.seconds } == 0)
    #expect(difference(isGliding: isGliding) { $0.decay += 1 } == 0)
  }

  @Test("are computed anew for a window of another length")
  func window() {
    var shapes = LineShapes(lineCount: 2)
    var line = line(331.7)
    shapes.prepare(seconds: 2 * Self.seconds, isGliding: false)
    shapes.update(&line, at: 0)
    shapes.prepare(seconds: Self.seconds, isGliding: false)
    shapes.update(&line, at: 0)
    shapes.update(&line, at: 1)
    #expect(line.nearest == Int((331.7 * Self.seconds).rounded()))
    let (moved, computed) = (shapes.value(of: 0, at: 1), shapes.value(of: 1, at: 1))
    #expect(moved == computed)
  }
}
