// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import PitchDetection
import TestSignals
import Testing

@Suite("Lines with the readings of a run")
struct ItemReadingsTests {
  private static let items = ItemList.synthetic(
    seed: 3, sets: [.string, .unvoiced], notes: [TestNote(40), TestNote(64)], draws: 1)

  private static func lines(
    of items: ItemList = items, by contestant: any Contestant = PipelineContestant(.yin),
    threads: Int = 2, shard: Shard = .whole
  ) throws -> (lines: [String], failures: Int) {
    var settings = RunSettings()
    settings.updatesPerSecond = 20
    var text = ""
    let failures = try BenchRun(items, by: contestant, settings: settings, shard: shard)
      .writeReadings(threads: threads) { text += $0 }
    return (text.split(separator: "\n").map(String.init), failures)
  }

  @Test("read back to the bits of each reading")
  func readsBack() throws {
    let contestant = PipelineContestant(.engine)
    let lines = try Self.lines(by: contestant).lines
    #expect(lines.count == Self.items.items.count)
    for (line, item) in zip(lines, Self.items.items) {
      guard case .synthetic(let signal) = item.source else { continue }
      let rate = RunSettings().sampleRate
      let input = ContestantInput(
        item: item.name, sampleRate: rate, samples: signal.signal(at: rate).render(at: rate),
        updateRate: UpdateRate(updates: 20))
      let readings = try contestant.readings(of: input)
      let fields = line.split(separator: "\t").map(String.init)
      #expect(fields[0] == item.name && fields.count == 1 + readings.count)
      for (field, reading) in zip(fields.dropFirst(), readings) {
        let numbers = field.split(separator: ",", omittingEmptySubsequences: false)
          .map { Double($0) }
        #expect(numbers[0] == reading.seconds)
        let answer = reading.answer
        #expect((numbers.count == 5) == (answer != nil))
        guard let answer, numbers.count == 5 else { continue }
        #expect(numbers[1] == answer.frequency.value && numbers[2] == answer.confidence)
        #expect(numbers[3] == answer.sigma?.value && numbers[4] == answer.beat.value)
      }
    }
    // A plucked string is read; otherwise the comparison above would be empty.
    #expect(lines[0].split(separator: "\t").contains { $0.contains(",") })
  }

  @Test("do not depend on the number of threads, and those of the shards are those of the run")
  func isDeterministic() throws {
    let lines = try Self.lines().lines
    #expect(try Self.lines(threads: 1).lines == lines)
    let shards = try ["1/2", "2/2"].map { try Self.lines(shard: #require(Shard($0))).lines }
    #expect(Set(shards.joined()) == Set(lines) && shards[0].count + shards[1].count == lines.count)
  }

  @Test("have the reason for an item that fails, which is counted")
  func fails() throws {
    let result = try Self.lines(by: BrokenContestant())
    #expect(result.failures == Self.items.items.count)
    for (line, item) in zip(result.lines, Self.items.items) {
      #expect(line == "\(item.name)\tfailed: broken: \(BrokenContestant.error)")
    }
  }
}

private struct BrokenContestant: Contestant {
  static let error = ContestantError.detector(reason: "no such rate")

  let name = "broken"
  let meaning = PitchMeaning.partial

  func readings(of _: ContestantInput) throws(ContestantError) -> [Reading] { throw Self.error }
}
