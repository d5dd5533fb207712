// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import PitchDetection
import TestSignals
import Testing

@Suite("Tracks of the worst items")
struct ItemTrackTests {
  @Test("at most three of each set are kept, with readings, truth and confidence side by side")
  func kept() throws {
    let tracks = TestReport.of(.octaveUp).tracks
    let sets = Dictionary(grouping: tracks, by: \.set)
    #expect(sets.mapValues(\.count) == ["string": 3, "legato": 3, "noise-white": 3, "unvoiced": 3])
    #expect(tracks.map(\.index) == tracks.map(\.index).sorted())
    for track in tracks {
      #expect(track.seconds.count == track.truth.count)
      #expect(track.seconds.count == track.reading.count)
      #expect(track.seconds.count == track.confidence.count)
      #expect(track.seconds.count <= 600)
    }
    let string = try #require(sets["string"]?.first)
    // Quiet for 0.25 s, and steady 0.7 to 1.4 s after the pluck.
    #expect(string.pluck == 0.25)
    let steady = try #require(string.steady)
    #expect(abs(steady.lowerBound - 0.95) < 1e-9 && abs(steady.upperBound - 1.65) < 1e-9)
    for index in string.seconds.indices where steady.contains(string.seconds[index]) {
      let ratio = try #require(string.reading[index]) / #require(string.truth[index])
      #expect(abs(ratio - 2) < 0.01)
    }
    for (seconds, truth) in zip(string.seconds, string.truth) {
      #expect((truth == nil) == (seconds < 0.25))
    }
  }

  @Test("the same ones are chosen for any number of threads")
  func chosen() {
    let again = TestReport.make(by: ModelContestant(fault: .octaveUp), threads: 7)
    #expect(again.tracks == TestReport.of(.octaveUp).tracks)
  }

  @Test("long after the pluck, errors are compared with the bound for all samples since then")
  func windows() throws {
    let report = TestReport.of(.tenCentsSharp)
    let table = try #require(report.tables.first { $0.name == "window" })
    // Ten cents at every window; before 50 ms, three periods of E2 have not passed.
    let row = try #require(table.rows.first { $0.name == "white 20 dB, 800 ms" })
    let cents = try #require(row.figures[1])
    #expect(abs(cents - 10) < 0.5)
    let ratio = try #require(row.figures[3])
    let bound = try #require(row.figures[2])
    #expect(ratio > 0.5 * cents / bound && ratio < 2 * cents / bound)
    // The bound falls as the window grows.
    let bounds = [100, 200, 400, 800].compactMap { window in
      table.rows.first { $0.name == "white 20 dB, \(window) ms" }?.figures[2]
    }
    #expect(bounds.count == 4)
    #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test("in the steady part, the bound covers the window of a detector, or else the whole note")
  func steadyBound() throws {
    let items = ItemList.synthetic(
      seed: 5, sets: [.noise(.white)], notes: [TestNote(40)], draws: 1)
    func bound(_ contestant: any Contestant) throws -> (plan: BenchPlan, cents: Double) {
      let run = BenchRun(items, by: contestant)
      let score = try #require(run.run(threads: 2).results.last?.score)
      let bounds = try #require(score.bound.distribution())
      return (BenchPlan(.synthetic, run), bounds.median)
    }
    let engine = try bound(PipelineContestant(.engine))
    let window = try #require(engine.plan.boundWindow)
    #expect(window == DetectorKind.engine.longestWindow(at: SampleRate(48_000)))
    // The longest window of the engine is documented as 170 ms; the filter and lags add some.
    let seconds = Double(window) / 48_000
    #expect(seconds >= 0.1705 && seconds < 0.185)
    #expect(try #require(engine.plan.boundText).contains("\(window) samples"))
    let smoothed = try bound(PipelineContestant(.engine, isSmoothed: true))
    #expect(smoothed.plan.boundWindow == nil)
    #expect(try #require(smoothed.plan.boundText).contains("whole note"))
    // With constant amplitudes the bound falls as the window to the power of 3/2.
    #expect(smoothed.cents < engine.cents / 4)
  }
}
