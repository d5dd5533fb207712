// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@Suite("Strings on a body")
struct BodyModeTests {
  private static let mode = BodyMode(
    frequency: Hertz(200), quality: 20, shift: Cents(4), gain: 1, damping: 3)

  private func string(_ hertz: Double, body: [BodyMode] = [mode]) -> StringModel {
    StringModel(
      fundamental: Hertz(hertz), spectrum: PartialSpectrum(pluckPoint: 0.21, pickup: 0.17),
      decayTime: 2, body: body)
  }

  private func move(_ hertz: Double) -> Double {
    string(hertz).settledFrequency(ofPartial: 1).interval(above: Hertz(hertz)).value
  }

  /// Half a width from the mode x is 1 and 2x/(1 + x²) is 1; two widths from it x is 4.
  @Test("have a frequency shift away from a mode, largest at half its width, and 0 on the mode")
  func moves() {
    #expect(abs(move(200)) < 1e-9)
    #expect(abs(move(205) - 4) < 1e-6)
    #expect(abs(move(195) + 4) < 1e-6)
    #expect(abs(move(220) - 4 * 8 / 17) < 1e-6)
    #expect(abs(move(800)) < 0.1)
  }

  @Test("are louder near a mode, and decay faster")
  func gains() throws {
    let rate = SampleRate(48_000)
    let free = PartialTable(of: string(200, body: []), at: rate).partials
    let bound = PartialTable(of: string(200), at: rate).partials
    #expect(abs(bound[0].decayRate - free[0].decayRate - 3) < 1e-9)
    // The second partial lies 40 half-widths away.
    let ratio = bound[0].amplitude / bound[1].amplitude
    let before = free[0].amplitude / free[1].amplitude
    let far = 1 + 1 / (1 + 1600.0).squareRoot()
    #expect(abs(ratio / before - 2 / far) < 1e-9)
  }

  @Test("are rendered at the shifted frequency")
  func rendered() {
    var string = string(205)
    string.decayTime = nil
    string.body[0].damping = 0
    let signal = TestSignal(plucks: [Pluck(string: string, onset: 0)], duration: 1)
    let samples = signal.render(at: SampleRate(8000)).map(Double.init)[800...]
    let moved = string.settledFrequency(ofPartial: 1).value
    let levels = [-0.2, 0, 0.2].map {
      SpectralLine(in: samples, at: (moved + $0) / 8000).magnitude
    }
    #expect(levels[1] > levels[0] && levels[1] > levels[2])
    #expect(abs(levels[0] / levels[2] - 1) < 1e-3)
  }
}
