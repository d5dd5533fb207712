// SPDX-License-Identifier: MIT

internal import Synchronization

/// The work queue of a run: distributes items to threads and collects their results.
final class RunQueue: Sendable {
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

  /// Returns the index of the next item; `nil` when none is left.
  func next() -> Int? { state.withLock { $0.pending.popFirst() } }

  /// Returns true if the track of an item with this severity must be kept so far.
  func wants(_ severity: ErrorSeverity, in set: String) -> Bool {
    state.withLock { $0.worst.wants(severity, in: set) }
  }

  /// Keeps a track if it belongs to the worst items.
  func keep(_ track: ItemTrack, _ severity: ErrorSeverity) {
    state.withLock { $0.worst.insert(track, severity) }
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

  /// Returns all results in the order of the list.
  func finish() -> BenchRun.Outcome {
    state.withLock { state in
      BenchRun.Outcome(
        results: state.results.sorted { $0.index < $1.index }, tracks: state.worst.all,
        costs: state.costs)
    }
  }
}
