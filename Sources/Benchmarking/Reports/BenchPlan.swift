// SPDX-License-Identifier: MIT

public import Acoustics

/// The parameters of a run; shards are merged, and baselines compared, only for equal plans.
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
  /// The pitch that the contestant claims to read.
  public var meaning: PitchMeaning
  /// The settings of every item.
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
