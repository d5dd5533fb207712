// SPDX-License-Identifier: MIT

public import Acoustics

/// What was run: shards are merged, and baselines compared, only of one plan.
public struct BenchPlan: Hashable, Codable, Sendable {
  /// The command.
  public enum Command: String, Hashable, Codable, Sendable {
    /// The synthetic suite.
    case synthetic
    /// Recordings.
    case accuracy
  }

  /// The command.
  public var command: Command
  /// The contestant's name.
  public var contestant: String
  /// Which pitch it was held to read.
  public var meaning: PitchMeaning
  /// What every item had in common.
  public var settings: RunSettings
  /// The sets and their checksums.
  public var datasets: [String: String]
  /// The number of items in the whole list.
  public var items: Int

  /// Describes a run.
  public init(_ command: Command, _ run: BenchRun) {
    self.command = command
    contestant = run.contestant.name
    meaning = run.contestant.meaning
    settings = run.settings
    datasets = run.items.checksums
    items = run.items.items.count
  }
}
