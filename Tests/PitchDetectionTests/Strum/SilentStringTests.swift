// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Silent strings")
struct SilentStringTests {
  /// If silent strings keep their lines, the last three strokes have readings that depend on
  /// rounding.
  @Test(
    "have no lines after half a second, so other readings do not depend on rounding",
    arguments: [0, 1, 2, 18, 27, 29])
  func rounding(seed: UInt64) throws {
    var strum = StrumDraw.guitar.strum(seed: seed)
    for index in [2, 4] { strum.voices[index].isPlayed = false }
    let rate = SampleRate(48000)
    let samples = strum.signal(at: rate, lasting: 2).render(at: rate)
    var random = SplitMix64(seed: seed)
    let rounded = makeSamples(samples.count) {
      samples[$0] * (1 + random.nextSample(in: -2e-7...2e-7))
    }
    let end = strum.lastOnset + 1
    var count = 0
    for (one, other) in zip(
      try hearStrings(samples, targets: strum.targets),
      try hearStrings(rounded, targets: strum.targets)) where one.time > end
    {
      for (first, second) in zip(one.readings, other.readings) {
        #expect(first.state == second.state, "after \(one.time) s")
        guard first.state == .sounding, let cents = first.deviation, let others = second.deviation
        else { continue }
        count += 1
        #expect(abs(cents.value - others.value) < 0.01, "after \(one.time) s")
      }
    }
    #expect(count >= 20)
  }

  @Test("are not strings that have just been struck, although short windows hide their lines")
  func justStruck() throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    var (silentCount, count) = (0, 0)
    for seed in UInt64(500)..<512 {
      let strum = draw.strum(seed: seed)
      for one in try strum.hear() where one.time > strum.lastOnset {
        silentCount += one.readings.filter { $0.state == .silent }.count
        count += one.readings.count
      }
    }
    #expect(count > 1000)
    #expect(Double(silentCount) <= 0.002 * Double(count), "\(silentCount) of \(count)")
  }

  @Test("are reported as silent half a second after a stroke", arguments: [0, 2, 5])
  func missing(index: Int) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    var strum = draw.strum(seed: 40 + UInt64(index))
    strum.voices[index].isPlayed = false
    let one = try #require(try strum.hear().first(after: strum.lastOnset, by: 0.5))
    #expect(one.readings[index].state == .silent)
  }

  @Test("sound again when they are plucked later", arguments: 0..<6)
  func late(index: Int) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    var strum = draw.strum(seed: 80 + UInt64(index))
    strum.voices[index].pluck.onset = strum.lastOnset + 1.2
    strum.voices[index].companions = []
    let heard = try strum.hear()
    let before = try #require(heard.last { $0.time < strum.voices[index].pluck.onset })
    #expect(before.readings[index].state != .sounding)
    let one = try #require(heard.first(after: strum.voices[index].pluck.onset, by: 0.5))
    #expect(one.readings[index].state == .sounding)
  }

  @Test("leave a model without a trace, and begin again")
  func leftOut() throws {
    var model = StrumModel(stringCount: 2, binCount: 100)
    model.prepare(seconds: 0.1, isGliding: false)
    for (string, first) in [110.0, 165].enumerated() {
      let start = StiffStringFit(first: first, inharmonicity: 0, typical: 0, glideVariance: 1e-12)
      model.begin(start, of: string, glideVariance: 1e-12)
    }
    #expect(!model.lineRange(of: 1).isEmpty)
    model.removeLines(of: 1)
    #expect(model.isRemoved[1] && model.lineRange(of: 1).isEmpty)
    #expect(!model.isRemoved[0] && !model.lineRange(of: 0).isEmpty)
    model.begin(model.fits[1], of: 1, glideVariance: 1e-12)
    #expect(!model.isRemoved[1] && !model.lineRange(of: 1).isEmpty)
  }

  /// Without the search outside of the ranges, 13 are silent at each of the two distances.
  @Test(
    "are seldom those that sound far out of tune, which are unclear", arguments: [-240.0, -300])
  func farOutOfTune(cents: Double) throws {
    var draw = StrumDraw.guitar
    draw.missing = 0
    var (silentCount, count) = (0, 0)
    for index in 0..<6 {
      for seed in UInt64(60)..<64 {
        var strum = draw.strum(seed: seed)
        let target = strum.targets[index]
        strum.voices[index].pluck.string.fundamental = Hertz(
          target.value * CentRatio.ratio(of: cents))
        let one = try #require(try strum.hear().first(after: strum.lastOnset, by: 0.5))
        count += 1
        silentCount += one.readings[index].state == .silent ? 1 : 0
      }
    }
    #expect(silentCount <= 5, "\(silentCount) of \(count)")
  }
}
