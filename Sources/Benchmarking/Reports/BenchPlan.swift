// SPDX-License-Identifier: MIT

package import Acoustics

/// The parameters of a run; shards are merged, and baselines compared, only for equal plans.
package struct BenchPlan: Hashable, Codable, Sendable {
  /// The command.
  package enum Command: String, Hashable, Codable, Sendable {
    /// The synthetic suite.
    case synthetic
    /// Recordings.
    case accuracy
  }

  /// The command.
  package var command: Command
  /// The contestant's name.
  package var contestant: String
  /// The pitch that the contestant claims to read.
  package var meaning: PitchMeaning
  /// The settings of every item.
  package var settings: RunSettings
  /// The sets and their checksums.
  package var datasets: [String: String]
  /// The number of items in the whole list.
  package var items: Int

  /// Describes a run.
  package init(_ command: Command, _ run: BenchRun) {
    self.command = command
    contestant = run.contestant.name
    meaning = run.contestant.meaning
    settings = run.settings
    datasets = run.items.checksums
    items = run.items.items.count
  }
}
