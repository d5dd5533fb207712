// SPDX-License-Identifier: MIT

import CMeasurement

/// One contestant on one signal, with the processor time of every update of every round.
final class Run {
  let entry: ContestantEntry
  let signal: Signal
  private let contestant: any Contestant
  /// Nanoseconds by round and update; the places in the signal are the same in each round.
  private(set) var rounds: [[Int64]] = []

  init(_ entry: ContestantEntry, on signal: Signal) throws {
    self.entry = entry
    self.signal = signal
    contestant = try entry.make(signal.sampleRate, signal.hopCount)
  }

  /// Plays the signal once, measuring every update.
  func playRound(_ cadence: Cadence) {
    var times = [Int64](repeating: 0, count: signal.updateCount)
    let all = signal.samples
    let samples = all.span
    for update in 0..<signal.updateCount {
      cadence.pass()
      let hop = samples.extracting(signal.range(ofUpdate: update))
      let start = headstock_thread_nanoseconds()
      contestant.update(hop)
      times[update] = headstock_thread_nanoseconds() - start
    }
    rounds.append(times)
  }

  /// Plays `updates` updates, unmeasured.
  func play(updates: Range<Int>) {
    let all = signal.samples
    let samples = all.span
    for update in updates {
      contestant.update(samples.extracting(signal.range(ofUpdate: update)))
    }
  }
}

/// Plays all runs in `rounds` rounds, each in another order: what drifts in the machine's speed
/// falls on all alike.
///
/// - Parameters:
///   - signals: the runs of each signal.
///   - rounds: how often every run is played.
///   - cadence: what happens between two updates.
///   - progress: told how many rounds are done.
func play(
  _ signals: [[Run]], rounds: Int, cadence: Cadence, progress: (Int) -> Void
) {
  for runs in signals {
    for run in runs { run.play(updates: 0..<run.signal.updateCount) }
  }
  for round in 0..<rounds {
    for runs in signals {
      for turn in runs.indices { runs[(turn + round) % runs.count].playRound(cadence) }
    }
    progress(round + 1)
  }
}
