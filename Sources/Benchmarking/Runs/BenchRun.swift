// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Runs a contestant over a list of items on several threads.
///
/// Items do not know of each other, and results are put in the order of the list: the number of
/// threads and of shards cannot show.
public struct BenchRun: Sendable {
  /// How far a run has come.
  public struct Progress: Hashable, Sendable {
    /// Items that are done.
    public let done: Int
    /// Items in all.
    public let total: Int
    /// Seconds since the start.
    public let elapsed: Double

    /// The seconds that are left at the pace so far; `nil` before the first item.
    public var remaining: Double? {
      done > 0 ? elapsed / Double(done) * Double(total - done) : nil
    }
  }

  /// What the threads spent, in seconds of processor time.
  public struct Costs: Hashable, Sendable {
    /// Rendering, reading and checking sounds.
    public internal(set) var loading = 0.0
    /// Listening: the contestant.
    public internal(set) var listening = 0.0
    /// Scoring.
    public internal(set) var scoring = 0.0
  }

  /// The list.
  public let items: ItemList
  /// Who listens.
  public let contestant: any Contestant
  /// What every item has in common.
  public let settings: RunSettings
  /// The part of the list that is run.
  public let shard: Shard

  /// Makes a run.
  public init(
    _ items: ItemList, by contestant: any Contestant, settings: RunSettings = RunSettings(),
    shard: Shard = .whole
  ) {
    self.items = items
    self.contestant = contestant
    self.settings = settings
    self.shard = shard
  }

  /// One thread for every core.
  public static var allCores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Runs to the end.
  ///
  /// - Parameters:
  ///   - threads: how many items are under way at once, at least 1.
  ///   - progress: told after every item, from any thread, one call at a time.
  /// - Returns: the results in the order of the list, and what they cost.
  public func run(
    threads: Int = BenchRun.allCores,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) -> (results: [ItemResult], costs: Costs) {
    let indices = items.items.indices.filter(shard.holds)
    let desk = Desk(indices: indices, progress: progress)
    let queue = DispatchQueue(label: "bench", attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<max(1, min(threads, indices.count)) {
      queue.async(group: group) { work(at: desk) }
    }
    group.wait()
    return desk.finish()
  }

  private func work(at desk: Desk) {
    while let index = desk.next() {
      var costs = Costs()
      let outcome = outcome(of: items.items[index], costs: &costs)
      desk.put(ItemResult(index: index, item: items.items[index], outcome: outcome), costs)
    }
  }

  private func outcome(
    of item: BenchItem, costs: inout Costs
  ) -> ItemResult.Outcome {
    do throws(ItemFault) {
      let (hearing, readings) = try listen(to: item, costs: &costs)
      let start = ThreadTime.now
      defer { costs.scoring += ThreadTime.now - start }
      let truth = try item.truth(for: contestant.meaning, at: hearing.sampleRate)
      return .scored(
        ItemScorer(truth: truth, sampleRate: hearing.sampleRate, settings: settings)
          .score(readings))
    } catch {
      switch error {
      case .failed(let reason): return .failed(reason: reason)
      case .unscored(let reason): return .unscored(reason: reason)
      }
    }
  }

  /// Loads an item and returns what the contestant has to say of it.
  func listen(
    to item: BenchItem, costs: inout Costs
  ) throws(ItemFault) -> (Hearing, [Reading]) {
    let start = ThreadTime.now
    let hearing = try item.hearing(by: settings)
    let loaded = ThreadTime.now
    costs.loading += loaded - start
    defer { costs.listening += ThreadTime.now - loaded }
    do throws(ContestantError) {
      let readings = try contestant.readings(of: hearing)
      guard Self.isInOrder(readings) else {
        throw ContestantError.detector(reason: "its readings are not in the order of time")
      }
      guard !readings.isEmpty || hearing.duration < Self.shortestSound else {
        throw ContestantError.printedNothing
      }
      return (hearing, readings)
    } catch {
      throw .failed(reason: "\(contestant.name): \(error)")
    }
  }

  /// Sounds under this, in seconds, may end before the first reading is due.
  private static let shortestSound = 0.1

  private static func isInOrder(_ readings: [Reading]) -> Bool {
    zip(readings, readings.dropFirst()).allSatisfy { $0.seconds < $1.seconds }
  }
}

/// Hands out items and collects results.
private final class Desk: Sendable {
  private struct State {
    var pending: ArraySlice<Int>
    var results: [ItemResult] = []
    var costs = BenchRun.Costs()
  }

  private let state: Mutex<State>
  private let total: Int
  private let start = ContinuousClock.now
  private let progress: @Sendable (BenchRun.Progress) -> Void

  init(indices: [Int], progress: @escaping @Sendable (BenchRun.Progress) -> Void) {
    state = Mutex(State(pending: indices[...]))
    total = indices.count
    self.progress = progress
  }

  func next() -> Int? { state.withLock { $0.pending.popFirst() } }

  func put(_ result: ItemResult, _ costs: BenchRun.Costs) {
    state.withLock { state in
      state.results.append(result)
      state.costs.loading += costs.loading
      state.costs.listening += costs.listening
      state.costs.scoring += costs.scoring
      let elapsed = start.duration(to: .now) / .seconds(1)
      progress(
        BenchRun.Progress(done: state.results.count, total: total, elapsed: elapsed))
    }
  }

  func finish() -> (results: [ItemResult], costs: BenchRun.Costs) {
    state.withLock { ($0.results.sorted { $0.index < $1.index }, $0.costs) }
  }
}
