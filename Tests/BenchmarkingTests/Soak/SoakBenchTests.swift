// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import TestSignals
import Testing

@testable import Benchmarking

@Suite("Soak")
struct SoakBenchTests {
  /// Three rounds of one fault at the lowest rate: eighteen seconds of audio, as fast as they go.
  private static func settings(_ faults: [SoakFault]) -> SoakSettings {
    var settings = SoakSettings(seconds: 1)
    settings.faults = faults
    settings.sampleRate = SampleRate(8000)
    return settings
  }

  /// The incidents of a report except memory, which other tests of this process allocate and free.
  private static func incidents(_ report: ServiceReport) -> [String] {
    report.incidents.filter { $0.place != "memory" }.map { "\($0.place): \($0.event)" }
  }

  // BenchCommandTests tests the stopped process, which needs a separate process, and the full disk,
  // which limits every file of the process.
  @Test(
    "every fault ends as documented, with nothing lost",
    arguments: SoakFault.allCases.filter { $0 != .pause && $0 != .fullDisk })
  func survives(fault: SoakFault) {
    let report = SoakBench.run(Self.settings([fault]))
    #expect(Self.incidents(report) == [])
    let table = report.tables[0]
    #expect(table.rows.map(\.name) == [fault.rawValue, "all"])
    // Three episodes of six seconds at 20 updates a second.
    #expect(table.rows[0].figures.prefix(2) == [3, 360])
    let readings = table.columns.firstIndex { $0.name == "readings" }
    #expect((readings.flatMap { table.rows[0].figures[$0] } ?? 0) > 30)
  }

  @Test("a stop of the process that did not happen fails", arguments: [true, false])
  func pause(isStopped: Bool) {
    var settings = Self.settings([.pause])
    settings.pause = { isStopped }
    let incidents = Self.incidents(SoakBench.run(settings))
    #expect(incidents.filter { $0.contains("the fault did not come") }.count == (isStopped ? 0 : 3))
  }

  @Test("a run that loses results fails, and says how many")
  func loss() {
    var settings = Self.settings([.noFault])
    settings.defect = .loss
    let report = SoakBench.run(settings)
    // One a second of six.
    #expect(
      Self.incidents(report) == (1...3).map { "episode \($0), no fault: 6 updates lost" })
    #expect(!report.isMet)
  }

  @Test("a run that leaves the device open fails")
  func device() {
    var settings = Self.settings([.noFault])
    settings.defect = .device
    #expect(
      Self.incidents(SoakBench.run(settings))
        .contains("episode 1, no fault: the device is not closed"))
  }

  /// Episodes in which nothing happened, of so many bytes.
  private func episodes(_ sizes: [Int]) -> [SoakEpisode] {
    sizes.map {
      var episode = SoakEpisode(
        fault: .noFault, tally: SoakTally(rate: SampleRate(8000), updates: .standard, count: 0))
      episode.resident = $0
      return episode
    }
  }

  @Test("memory may grow by one per cent from the second quarter to the last, and not by more")
  func growth() {
    let settings = Self.settings([.noFault])
    // The first is the warm-up.
    let flat = SoakBench.report(
      of: episodes([400, 500, 1000, 1000, 900, 900, 1009, 1009]), settings, took: 1)
    #expect(flat.isMet)
    let grown = SoakBench.report(
      of: episodes([400, 500, 1000, 1000, 900, 900, 1011, 1011]), settings, took: 1)
    #expect(grown.incidents.map(\.event) == ["it grew by 1.10 %"])
    #expect(SoakBench.growth(of: [1000, 1000, 1000]) == nil)
    #expect(SoakBench.growth(of: [1000, nil, 1000, 1000]) == nil)
  }

  @Test("an hour of audio takes at most a sixteenth of an hour, unless it is paced")
  func speed() {
    var settings = SoakSettings(seconds: 3600)
    settings.faults = [.noFault]
    let all = episodes([Int](repeating: 1000, count: 30))
    #expect(SoakBench.report(of: all, settings, took: 224).isMet)
    #expect(!SoakBench.report(of: all, settings, took: 226).isMet)
    settings.isPaced = true
    #expect(SoakBench.report(of: all, settings, took: 3600).isMet)
  }

  @Test("a result counts as delayed by the device only if the sample before it is lost")
  func lostSamples() throws {
    var numbers = SplitMix64(seed: 7)
    let script = SoakScript(
      .dropouts, seconds: 120, rate: SampleRate(8000), numbers: &numbers)
    var expected: Set<Int> = []
    for event in script.events {
      let count = try #require(
        { if case .lost(let count) = event.event { count } else { Int?.none } }())
      expected.formUnion(event.place + 1...event.place + count)
    }
    let lost = (0...script.count).filter {
      script.lostSample(before: SamplePosition(Int64($0)))
    }
    #expect(!expected.isEmpty)
    #expect(Set(lost) == expected)
  }

  @Test("a tally counts the due updates, by the definition of update k")
  func due() {
    // ⌊k·44100/20⌋ ≤ 44100·3 − 1 holds for k to 59.
    let tally = SoakTally(rate: SampleRate(44100), updates: .standard, count: 44100 * 3 - 1)
    #expect(tally.due == 59)
    #expect(SoakTally(rate: SampleRate(44100), updates: .standard, count: 44100 * 3).due == 60)
  }
}
