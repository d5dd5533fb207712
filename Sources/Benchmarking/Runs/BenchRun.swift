// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Dispatch
internal import Evaluation
internal import Foundation
internal import TunerRuntime

/// A run of one contestant over a list of items on several threads.
///
/// Items are independent and results are sorted in the order of the list, so the outcome does not
/// depend on the number of threads or shards.
package struct BenchRun: Sendable {
  /// The progress of a run.
  package struct Progress: Hashable, Sendable {
    /// Items that are done.
    package let done: Int
    /// The number of all items.
    package let total: Int
    /// Seconds since the start.
    package let elapsed: Double

    /// The estimated remaining time in seconds; `nil` before the first item.
    package var remaining: Double? {
      done > 0 ? elapsed / Double(done) * Double(total - done) : nil
    }
  }

  /// The processor time of all threads in seconds.
  package struct Costs: Hashable, Sendable {
    /// Rendering, reading and checking sounds.
    package internal(set) var loading = 0.0
    /// Running the contestant.
    package internal(set) var listening = 0.0
    /// Scoring.
    package internal(set) var scoring = 0.0
  }

  /// The outcome of a run.
  package struct Outcome: Sendable {
    /// The results in the order of the list.
    package let results: [ItemResult]
    /// The readings of the worst items of each set, in the order of the list.
    package let tracks: [ItemTrack]
    /// The processor time.
    package let costs: Costs
  }

  /// The items.
  package let items: ItemList
  /// The contestant.
  package let contestant: any Contestant
  /// The settings of every item.
  package let settings: RunSettings
  /// The part of the list that is run.
  package let shard: Shard

  /// Makes a run.
  package init(
    _ items: ItemList, by contestant: any Contestant, settings: RunSettings = RunSettings(),
    shard: Shard = .whole
  ) {
    self.items = items
    self.contestant = contestant
    self.settings = settings
    self.shard = shard
  }

  /// The number of cores.
  package static var allCores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Runs the contestant over the shard.
  ///
  /// - Parameters:
  ///   - threads: the number of items in progress at once, at least 1.
  ///   - progress: called after every item, from any thread, one call at a time.
  /// - Returns: the results, the tracks of the worst items, and the processor time.
  package func run(
    threads: Int = BenchRun.allCores,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) -> Outcome {
    let indices = items.items.indices.filter(shard.holds)
    let queue = RunQueue(indices: indices, progress: progress)
    let dispatcher = DispatchQueue(label: "bench", attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<max(1, min(threads, indices.count)) {
      dispatcher.async(group: group) { work(at: queue) }
    }
    group.wait()
    return queue.finish()
  }

  private func work(at queue: RunQueue) {
    while let index = queue.next() {
      var costs = Costs()
      let outcome = outcome(ofItemAt: index, at: queue, costs: &costs)
      queue.put(ItemResult(index: index, item: items.items[index], outcome: outcome), costs)
    }
  }

  private func outcome(
    ofItemAt index: Int, at queue: RunQueue, costs: inout Costs
  ) -> ItemResult.Outcome {
    let item = items.items[index]
    do throws(ItemFault) {
      let input = try load(item, costs: &costs)
      let (readings, notes): ([Reading], [PlayedNote]?)
      do throws(ContestantError) {
        (readings, notes) = try listen(to: input, costs: &costs)
      } catch {
        return outcome(of: item, input, without: error)
      }
      let start = ThreadTime.now
      defer { costs.scoring += ThreadTime.now - start }
      let truth = try item.truth(for: contestant.meaning, in: input)
      var score = scorer(of: input, against: truth).score(readings)
      if case .unvoiced = truth.state(at: 0), truth.steady == nil {
        try recordViews(of: input, against: truth, in: &score)
      }
      if let notes, case .note(let note) = truth, note.allowsCents {
        score.wholeNotes.record(notes, of: note.pitch, steady: note.steady)
      }
      if let notes, let played = try item.playedNotes(at: input.sampleRate) {
        score.record(played.judged(notes), against: played.events)
      }
      let severity = ErrorSeverity(score, index: index)
      if queue.wants(severity, in: item.set) {
        queue.keep(
          ItemTrack(
            index: index, item: item, truth: truth, readings: readings,
            duration: input.duration), severity)
      }
      return .scored(score)
    } catch {
      switch error {
      case .failed(let reason), .unreadable(path: _, let reason): return .failed(reason: reason)
      case .unscored(let reason): return .unscored(reason: reason)
      }
    }
  }

  private func scorer(of input: ContestantInput, against truth: ItemTruth) -> ItemScorer {
    ItemScorer(
      truth: truth, sampleRate: input.sampleRate, duration: input.duration, settings: settings,
      window: { contestant.window(of: $0, at: input.sampleRate) })
  }

  /// Returns the outcome of an item for which the contestant has no complete answer.
  ///
  /// It is scored unless the reason lies outside of the contestant, or nothing could score it.
  private func outcome(
    of item: BenchItem, _ input: ContestantInput, without error: ContestantError
  ) -> ItemResult.Outcome {
    let reason = "\(contestant.name): \(error)"
    guard error.isOfContestant, let truth = try? item.truth(for: contestant.meaning, in: input)
    else { return .failed(reason: reason) }
    return .unanswered(scorer(of: input, against: truth).scoreWithoutAnswer(), reason: reason)
  }

  /// Adds the states of a tuner's display, if the sound has no notes.
  private func recordViews(
    of input: ContestantInput, against truth: ItemTruth, in score: inout ItemScore
  ) throws(ItemFault) {
    do throws(ContestantError) {
      for view in try contestant.views(of: input) ?? [] {
        guard case .unvoiced = truth.state(at: view.seconds) else { continue }
        score.noise.recordView(showsPitch: view.showsPitch)
      }
    } catch {
      throw .failed(reason: "\(contestant.name): \(error)")
    }
  }

  /// Loads the sound of an item.
  func load(_ item: BenchItem, costs: inout Costs) throws(ItemFault) -> ContestantInput {
    let start = ThreadTime.now
    defer { costs.loading += ThreadTime.now - start }
    return try item.input(by: settings)
  }

  /// Runs the contestant on a sound, and checks that its readings are complete.
  ///
  /// Readings after the end of the sound are dropped: nothing sounds there, so a program that prints
  /// them would dilute its errors.
  func listen(
    to input: ContestantInput, costs: inout Costs
  ) throws(ContestantError) -> ([Reading], [PlayedNote]?) {
    let start = ThreadTime.now
    defer { costs.listening += ThreadTime.now - start }
    let (all, notes) = try contestant.account(of: input)
    guard Self.isInOrder(all) else {
      throw .detector(reason: "its readings are not in the order of time")
    }
    let end = ItemScorer.lastReading(in: input.duration, by: settings)
    let readings = Array(all.prefix { $0.seconds <= end })
    // A sound may end before the first update.
    let shortest = max(Self.shortestSound, 1 / Double(settings.updatesPerSecond))
    guard !readings.isEmpty || input.duration < shortest else {
      throw .detector(reason: "it has no reading")
    }
    return (readings, notes)
  }

  /// The length below which a sound may end before the first reading at any rate, in seconds.
  private static let shortestSound = 0.1

  private static func isInOrder(_ readings: [Reading]) -> Bool {
    zip(readings, readings.dropFirst()).allSatisfy { $0.seconds < $1.seconds }
  }
}
