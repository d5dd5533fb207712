// SPDX-License-Identifier: MIT

internal import Synchronization

/// Hands out the items of a run to its threads and collects what they bring back.
final class RunDesk: Sendable {
  private struct State {
    var pending: ArraySlice<Int>
    var results: [ItemResult] = []
    var worst = WorstTracks()
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

  /// Returns the place of the next item; `nil` when all are handed out.
  func next() -> Int? { state.withLock { $0.pending.popFirst() } }

  /// Returns whether the track of such an item is to be kept, as far as is known yet.
  func wants(_ trouble: Trouble, in set: String) -> Bool {
    state.withLock { $0.worst.wants(trouble, in: set) }
  }

  /// Keeps a track for as long as it is among the worst.
  func keep(_ track: ItemTrack, _ trouble: Trouble) {
    state.withLock { $0.worst.insert(track, trouble) }
  }

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

  /// Returns everything in the order of the list.
  func finish() -> BenchRun.Outcome {
    state.withLock { state in
      BenchRun.Outcome(
        results: state.results.sorted { $0.index < $1.index }, tracks: state.worst.all,
        costs: state.costs)
    }
  }
}
