// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Chords of recorded strings")
struct ChordMixerTests {
  private func string(_ midi: Int, stroke: Int = 100) -> StruckString {
    var samples = [Float](repeating: 0, count: 2000)
    samples[stroke] = 1
    return StruckString(
      name: "\(midi)", midi: midi, sampleRate: SampleRate(1000), samples: samples, stroke: stroke)
  }

  @Test(
    "covers every selection of a guitar's open strings except those of one note and its octaves")
  func choices() {
    let mixer = ChordMixer(strings: [40, 45, 50, 55, 59, 64].map { string($0) })
    // 2⁶ choices, less none, six of one string, and the two E strings, which lie two octaves apart.
    #expect(mixer.choices().count == 64 - 1 - 6 - 1)
  }

  @Test("draws the same chords in each run, and no note twice in a chord")
  func drawn() {
    let mixer = ChordMixer(strings: (40...60).map { string($0) })
    var (first, second) = (SplitMix64(seed: 7), SplitMix64(seed: 7))
    let chords = mixer.drawn(40, by: &first).map { $0.map(\.midi) }
    #expect(chords == mixer.drawn(40, by: &second).map { $0.map(\.midi) })
    #expect(chords.count == 40)
    #expect(chords.allSatisfy { Set($0).count == $0.count && (2...6).contains($0.count) })
  }

  @Test("the onsets are simultaneous, or apart by the requested time")
  func sum() {
    let strings = [string(40, stroke: 50), string(45, stroke: 500), string(50)]
    let together = ChordMixer.sum(strings, spacing: 0)
    // 0.3 s before the stroke at 1000 Hz; a third of the sum of three ones.
    #expect(together.indices.filter { together[$0] != 0 } == [300])
    #expect(together[300] == 1)
    let strummed = ChordMixer.sum(strings, spacing: 0.02)
    #expect(strummed.indices.filter { strummed[$0] != 0 } == [300, 320, 340])
  }
}

@Suite("The targets of polyphony")
struct PolyphonyBenchTests {
  private func outcomes(
    _ count: Int, _ group: PolyphonyTrial.Group, polyphonic: Int
  ) -> [PolyphonyOutcome] {
    (0..<count).map {
      PolyphonyOutcome(
        name: "\($0)", set: "set", group: group, noteCount: 1,
        polyphonicCount: $0 < polyphonic ? 1 : 0, isPolyphonic: $0 < polyphonic)
    }
  }

  @Test("as many misses as the limit allows pass and are reported; one more fails")
  func limits() {
    let kept = outcomes(100, .chord, polyphonic: 95) + outcomes(100, .note, polyphonic: 1)
    #expect(PolyphonyBench.unmeasured(in: kept).isEmpty)
    let notes = kept.filter { $0.group == .note }
    #expect(PolyphonyBench.unmeasured(in: notes) == ["chords"])
    #expect(PolyphonyBench.incidents(of: kept).map(\.isExcused) == Array(repeating: true, count: 6))
    let missed = outcomes(100, .chord, polyphonic: 94) + outcomes(100, .note, polyphonic: 1)
    #expect(PolyphonyBench.incidents(of: missed).count { !$0.isExcused } == 6)
    let wrong = outcomes(100, .chord, polyphonic: 95) + outcomes(100, .note, polyphonic: 2)
    #expect(PolyphonyBench.incidents(of: wrong).count { !$0.isExcused } == 2)
  }

  @Test("the table has shares of chords, of notes, and of the notes of phrases")
  func table() throws {
    let table = try #require(
      PolyphonyBench.tables(
        of: outcomes(10, .chord, polyphonic: 9) + outcomes(4, .note, polyphonic: 1)
          + outcomes(5, .phrase, polyphonic: 2)
      ).first)
    #expect(table.rows.last?.figures == [10, 0.9, 4, 0.25, 5, 0.4])
  }
}
