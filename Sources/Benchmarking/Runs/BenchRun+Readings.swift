// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Dispatch
internal import Evaluation
internal import Synchronization

extension BenchRun {
  /// The number of items whose lines are in memory at once, for each thread.
  private static let itemsPerThread = 8

  /// Runs the contestant over the shard without scoring it, and passes on one line for each item.
  ///
  /// A line has the name of the item and its readings, separated by tabs. A reading has the time in
  /// seconds, and for a pitch also the frequency in hertz, the confidence, sigma and the beat in
  /// cents, separated by commas. A failed item has the reason instead of readings. All numbers can
  /// be parsed to the same bits, and an absent number is empty.
  ///
  /// - Parameters:
  ///   - threads: the number of items in progress at once, at least 1.
  ///   - take: receives the lines with their line ends, in the order of the list.
  /// - Returns: the number of items that failed.
  /// - Throws: the errors of `take`.
  package func writeReadings(
    threads: Int = BenchRun.allCores, to take: (String) throws -> Void
  ) throws -> Int {
    let indices = items.items.indices.filter(shard.holds)
    var failures = 0
    let count = Self.itemsPerThread * max(1, threads)
    for start in stride(from: 0, to: indices.count, by: count) {
      let part = indices[start..<min(start + count, indices.count)]
      let lines = lines(ofItemsAt: Array(part), threads: threads)
      for (line, hasFailed) in lines {
        try take(line)
        if hasFailed { failures += 1 }
      }
    }
    return failures
  }

  /// Returns the lines of some items, each with a Boolean that is true if the item failed.
  private func lines(ofItemsAt indices: [Int], threads: Int) -> [(String, Bool)] {
    let lines = Mutex([(String, Bool)](repeating: ("", false), count: indices.count))
    let next = Mutex(indices.indices)
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      while let place = next.withLock({ $0.popFirst() }) {
        let line = line(of: items.items[indices[place]])
        lines.withLock { $0[place] = line }
      }
    }
    return lines.withLock { $0 }
  }

  private func line(of item: BenchItem) -> (String, Bool) {
    var costs = Costs()
    do throws(ItemFault) {
      let input = try load(item, costs: &costs)
      let readings: [Reading]
      do throws(ContestantError) {
        readings = try listen(to: input, costs: &costs).0
      } catch {
        throw ItemFault.failed(reason: "\(contestant.name): \(error)")
      }
      let texts = readings.map(Self.text)
      return (([item.name] + texts).joined(separator: "\t") + "\n", false)
    } catch {
      let reason =
        switch error {
        case .failed(let reason), .unreadable(path: _, let reason), .unscored(let reason): reason
        }
      return ("\(item.name)\tfailed: \(reason)\n", true)
    }
  }

  private static func text(_ reading: Reading) -> String {
    guard let answer = reading.answer else { return "\(reading.seconds)" }
    let values = [
      reading.seconds, answer.frequency.value, answer.confidence, answer.sigma?.value,
      answer.beat.value,
    ]
    // The description of a Double is the shortest decimal that parses to the same bits.
    return values.map { $0.map { "\($0)" } ?? "" }.joined(separator: ",")
  }
}
