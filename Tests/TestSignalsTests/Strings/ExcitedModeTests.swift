// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import Testing

@testable import TestSignals

@Suite("Modes of a body that a pluck excites")
struct ExcitedModeTests {
  @Test("are decaying sines that are added to the string")
  func formula() {
    let rate = SampleRate(48_000)
    let string = StringModel(
      fundamental: Hertz(110), glide: Glide(interval: Cents(20)),
      spectrum: PartialSpectrum(pluckPoint: 0.13, pickup: 0.21))
    let mode = ExcitedMode(frequency: 130, quality: 20, share: 0.5, phase: 0.2)
    var pluck = Pluck(string: string, onset: 0.1)
    let alone = TestSignal(plucks: [pluck], duration: 0.6).render(at: rate)
    pluck.body = [mode]
    let both = TestSignal(plucks: [pluck], duration: 0.6).render(at: rate)
    let amplitude = 0.5 * PartialTable(of: string, at: rate).partials[0].amplitude
    for index in stride(from: 5000, to: both.count, by: 101) {
      let time = Double(index) / 48_000 - 0.1
      let expected =
        amplitude * exp(-.pi * 130 * time / 20) * sin(2 * .pi * (130 * time + 0.2))
      #expect(abs(Double(both[index] - alone[index]) - expected) < 1e-6)
    }
    #expect(both.prefix(4800).allSatisfy { $0 == 0 })
  }

  @Test("occur, two to four between 80 and 250 Hz, only in their own signal set")
  func set() throws {
    for item in SignalSet.body.cases(seed: 3, draws: 2) {
      let signal = item.signal(at: SampleRate(48_000))
      let modes = try #require(signal.plucks.first).body
      #expect((2...4).contains(modes.count))
      for mode in modes {
        #expect((80...250).contains(mode.frequency) && (15...60).contains(mode.quality))
        #expect(mode.share > 0.09 && mode.share <= 1)
      }
    }
    for set in SignalSet.allCases where set != .body {
      let item = try #require(set.cases(seed: 3).first)
      #expect(item.signal(at: SampleRate(48_000)).plucks.allSatisfy { $0.body.isEmpty })
    }
  }
}
