// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import Foundation
import Plotting
import TestSignals
import Testing

@Suite("Comparisons")
struct ComparisonTests {
  /// Reads a fixed interval above a note without stiffness, glide or detuning by chance.
  private struct Fixed: Contestant {
    let name: String
    /// Cents above the truth; `nil` for no answer at all.
    let interval: Double?
    var perSecond = 200
    var meaning: PitchMeaning { .partial }

    func readings(of input: ContestantInput) throws(ContestantError) -> [Reading] {
      guard let item = ComparisonTests.items.items.first(where: { $0.name == input.item }),
        case .synthetic(let signal) = item.source
      else { throw .printedNothing }
      let truth = SignalTruth(of: signal.signal(at: input.sampleRate), at: input.sampleRate)
      return (1...Int(input.duration * Double(perSecond))).map { index in
        let seconds = Double(index) / Double(perSecond)
        let answer = interval.flatMap { interval in
          truth.firstPartial(at: seconds).map {
            ScoredFrame.Answer(frequency: $0.raised(by: Cents(interval)), confidence: 0.9)
          }
        }
        return Reading(seconds: seconds, answer: answer)
      }
    }
  }

  private static let items = ItemList.synthetic(
    seed: 1, sets: [.clean], notes: [52, 57].map(TestNote.init), draws: 1)

  private static func report(_ name: String, _ interval: Double?) -> BenchReport {
    var settings = RunSettings()
    settings.sampleRate = SampleRate(8000)
    let run = BenchRun(items, by: Fixed(name: name, interval: interval), settings: settings)
    return BenchReport(
      provenance: TestReport.provenance, plan: BenchPlan(.synthetic, run),
      results: run.run(threads: 2).results)
  }

  private static let comparison = Comparison(
    [report("sharp", 10), report("octave", 1200), report("mute", nil)], absent: ["gone"])

  private func figures(_ row: String, _ figure: String) -> [Double?]? {
    Self.comparison.lines.first { $0.row == row && $0.figure == figure }?.figures
  }

  @Test("every row has the figures of all contestants, and a missing one is empty")
  func lines() throws {
    // Ten cents sharp in every reading: the median is ten, nothing is gross, all is within 50.
    let median = try #require(figures("clean", "median"))
    #expect(abs(try #require(median[0]) - 10) < 1e-6)
    #expect(abs(try #require(median[1]) - 1200) < 1e-6)
    #expect(median[2] == nil)
    #expect(figures("clean", "gross") == [0, 1, nil])
    #expect(figures("clean", "octave") == [0, 1, nil])
    #expect(figures("clean", "answered") == [1, 1, 0])
    #expect(figures("clean", "within 50 c") == [1, 0, 0])
    #expect(figures("clean", "within 1 c") == [0, 0, 0])
    #expect(figures("all", "scored") == [2, 2, 2])
    // Nobody has a figure of a set that was not run.
    #expect(figures("stiff", "median") == nil)
  }

  @Test("the document reads back as it was written")
  func roundTrip() throws {
    let data = try Self.comparison.json()
    let read = try JSONDecoder().decode(Comparison.self, from: data)
    #expect(read == Self.comparison)
    #expect(try read.json() == data)
    #expect(read.absent == ["gone"])
  }

  @Test("each set's pictures have a series for every contestant, and empty ones are left out")
  func pictures() throws {
    let groups = ReportPictures.groups(of: Self.comparison.reports)
    #expect(groups.first?.title == "Error by note")
    for plot in groups.flatMap(\.figures).joined() where plot.title.contains("error by note") {
      #expect(plot.series.map(\.name) == ["sharp", "octave", "mute"])
      #expect(plot.series[0].points.map(\.x).count == 2)
      // E3 and A3 in equal temperament.
      for (point, hertz) in zip(plot.series[0].points, [164.8138, 220]) {
        #expect(abs(point.x - hertz) < 1e-3)
        #expect(abs(point.y - 10) < 1e-6)
      }
    }
    #expect(!groups.contains { $0.title == "Found in noise" })
    #expect(groups.allSatisfy { $0.figures.allSatisfy { !$0[0].isEmpty } })
  }

  @Test("a contestant has one style in every picture, and one that never settled a curve at 0 %")
  func styles() throws {
    let groups = ReportPictures.groups(of: Self.comparison.reports)
    let settled = try #require(groups.first { $0.title == "Settled after the pluck" })
    let plot = try #require(settled.figures.joined().first { $0.title.hasSuffix("within 5 c") })
    #expect(plot.series.map(\.name) == ["sharp", "octave", "mute"])
    #expect(plot.series.map(\.style) == [0, 1, 2])
    for series in plot.series { #expect(series.points.allSatisfy { $0.y == 0 }) }
    #expect(plot.series.allSatisfy { $0.points.count == 2 })
    let loose = try #require(settled.figures.joined().first { $0.title.hasSuffix("within 50 c") })
    #expect(loose.series.map { $0.points.map(\.y).max() } == [100, 0, 0])
    #expect(loose.series.map(\.style) == [0, 1, 2])
  }

  @Test("the marks of confidence are those of their class, also where another class is empty")
  func marks() throws {
    let group = ReportPictures.groups(of: [TestReport.of(.none)])
      .first { $0.title == "The worst items" }
    let plots = try #require(group).figures.compactMap(\.first)
    let styles = ["confidence from 0.7": 0, "from 0.3": 1, "below 0.3": 2]
    var seen: Set<String> = []
    for series in plots.flatMap(\.series) {
      guard let style = styles[series.name] else { continue }
      #expect(series.style == style)
      seen.insert(series.name)
    }
    #expect(seen.isSuperset(of: ["confidence from 0.7", "below 0.3"]))
  }

  @Test("readings that are further apart than the scores are named, with the least rate")
  func sparse() throws {
    let fast = Self.report("sharp", 10)
    #expect(fast.intervalNote == nil)
    var settings = RunSettings()
    settings.sampleRate = SampleRate(8000)
    let run = BenchRun(
      Self.items, by: Fixed(name: "slow", interval: 0, perSecond: 10), settings: settings)
    let slow = BenchReport(
      provenance: TestReport.provenance, plan: BenchPlan(.synthetic, run),
      results: run.run(threads: 2).results)
    let note = try #require(slow.intervalNote)
    for words in ["2 items", "100 ms apart", "every 50 ms"] { #expect(note.contains(words)) }
  }

  @Test("comparisons of shards merge to that of the whole run, and others are refused")
  func merges() throws {
    let whole = Comparison([Self.report("sharp", 10), Self.report("octave", 1200)])
    let shards = (0..<2).map { part in
      Comparison(
        whole.reports.map { report in
          BenchReport(
            provenance: report.provenance, plan: report.plan,
            results: report.results.filter { $0.index % 2 == part })
        })
    }
    #expect(try Comparison.merged(shards.reversed()) == whole)
    #expect(throws: MergeError.nothing) { try Comparison.merged([]) }
    #expect(throws: MergeError.planDiffers) {
      try Comparison.merged([shards[0], Comparison([shards[1].reports[0]])])
    }
  }
}
