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
  /// The number of samples that a reading may use at most, over which the Cramér–Rao bound is
  /// computed; `nil` for all samples of the note.
  package var boundWindow: Int?
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
    boundWindow = command == .synthetic ? run.boundWindow : nil
    settings = run.settings
    datasets = run.items.checksums
    items = run.items.items.count
  }
}

extension BenchPlan {
  /// The window of the Cramér–Rao bound in seconds; `nil` for the whole note.
  package var boundSeconds: Double? {
    boundWindow.map { Double($0) / Double(settings.sampleRate.hertz) }
  }

  /// The samples of the Cramér–Rao bound in words; `nil` for a run on recordings.
  package var boundText: String? {
    guard command == .synthetic else { return nil }
    guard let boundWindow else { return "bound: the whole note" }
    return "bound: the newest \(boundWindow) samples"
  }
}

/// The settings that all items of a run share.
package struct RunSettings: Hashable, Codable, Sendable {
  /// The rate at which synthetic signals are rendered; recordings keep their own.
  package var sampleRate = SampleRate(48_000)
  /// The number of readings a second, at which settling is measured.
  package var updatesPerSecond = 200
  /// The times after a pluck at which readings are compared with the bound, in milliseconds.
  package var pluckWindows = [50, 100, 200, 400, 800]

  package init() {}

  /// The requested rate of readings.
  package var updateRate: UpdateRate { UpdateRate(updates: updatesPerSecond) }
}
