// SPDX-License-Identifier: MIT

/// A test of the measurement of every string of a stroke.
package enum StrumBench {
  /// The times after the last onset at which answers are compared with the truth, in seconds.
  static let times = [0.15, 0.25, 0.5, 0.75, 1.0]
  /// The times that the tables contain.
  static let shownTimes = [0.25, 0.5, 1.0]

  /// The contestants.
  ///
  /// The first one is scored against the targets; the others are baselines for comparison.
  package static let contestants: [any StrumContestant] = [
    StrumEngineContestant(), HarmonicProductContestant(), BandPassContestant(),
  ]

  /// Passes strokes to contestants and compares their answers with the truth.
  ///
  /// - Parameters:
  ///   - plan: the options of the run, which the report keeps.
  ///   - items: the strokes.
  ///   - contestants: the first analyses every stroke, the others only the guitar's set and the
  ///     mixtures.
  ///   - shard: the part of the list that is run.
  ///   - progress: receives the share that is done, 0…1.
  /// - Returns: the report.
  /// - Throws: a contestant's error.
  package static func run(
    _ plan: StrumPlan, _ items: StrumItems,
    by contestants: [any StrumContestant] = contestants, shard: Shard = .whole,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws -> StrumReport {
    let provenance = Provenance.current()
    let indices = items.items.indices.filter(shard.holds)
    let results = try concurrentValues(count: indices.count, progress: progress) { place in
      try judge(indices[place], of: items, by: contestants)
    }
    return StrumReport(provenance: provenance, plan: plan, results: results.flatMap { $0 })
  }

  private static func judge(
    _ index: Int, of items: StrumItems, by contestants: [any StrumContestant]
  ) throws -> [StrumTrialResult] {
    let item = items.items[index]
    switch item.source {
    case .single(let single):
      return try contestants.prefix(1).map { contestant in
        try count(
          try single.input(named: item.name), at: index, set: single.set,
          played: single.playedCount, by: contestant)
      }
    case .noise(let bed):
      return try countNone(bed.samples(), of: item, at: index, set: NoiseBed.name, by: contestants)
    case .room(let sounds):
      return try countNone(
        sounds.samples(), of: item, at: index, set: RoomSounds.name, by: contestants)
    case .synthetic, .mixture: break
    }
    guard let trial = try items.trial(item) else { return [] }
    if trial.set == StrumTrial.strokes {
      return try contestants.prefix(1).compactMap { contestant in
        try contestant.strokeAnswers(to: trial.input).map {
          StrumTrialResult(index: index, trial: trial, contestant: contestant.name, ofStroke: $0)
        }
      }
    }
    let heard = contestants.prefix(item.isCompared ? contestants.count : 1)
    return try heard.enumerated().map { place, contestant in
      let counted = item.isCompared && place == 0
      let reported = try counted ? contestant.strokeCount(in: trial.input) : nil
      return StrumTrialResult(
        index: index, trial: trial, contestant: contestant.name,
        answers: try contestant.answers(to: trial.input),
        strokes: reported.map { StrokeCount(played: 1, reported: $0) })
    }
  }

  /// Counts the strokes that the first contestant reports in a sound without any.
  private static func countNone(
    _ samples: [Float], of item: StrumItem, at index: Int, set: String,
    by contestants: [any StrumContestant]
  ) throws -> [StrumTrialResult] {
    let input = StrumInput(item: item.name, targets: SingleString.targets, samples: samples)
    return try contestants.prefix(1).map { contestant in
      try count(input, at: index, set: set, played: 0, by: contestant)
    }
  }

  /// Counts the strokes that a contestant reports in a sound, and keeps no readings.
  private static func count(
    _ input: StrumInput, at index: Int, set: String, played: Int, by contestant: any StrumContestant
  ) throws -> StrumTrialResult {
    StrumTrialResult(
      index: index, item: input.item, contestant: contestant.name, set: set, guitar: nil,
      outcomes: [], complete: nil, settled: nil,
      strokes: try contestant.strokeCount(in: input).map {
        StrokeCount(played: played, reported: $0)
      })
  }
}
