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
  /// The program of the contestant; `nil` for a detector of this package.
  package var program: ContestantProgram?
  /// The pitch that the contestant claims to read.
  package var meaning: PitchMeaning
  /// The lengths of the contestant's windows at E6 and at B0, in seconds.
  ///
  /// The bound of its readings is computed over them. They are `nil` if they are unknown, and the
  /// bound is over `RunSettings.boundWindow`. Recordings have no bound.
  package var windows: [Double]?
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
    program = run.contestant.program
    meaning = run.contestant.meaning
    let windows = Self.ends.compactMap {
      run.contestant.window(of: $0, at: run.settings.sampleRate)
    }
    self.windows = command == .synthetic && !windows.isEmpty ? windows : nil
    settings = run.settings
    datasets = run.items.checksums
    items = run.items.items.count
  }

  /// The ends of the range of notes, E6 and B0.
  private static let ends = [Hertz(1318.51), Hertz(30.868)]

  /// The pitch with which the readings are compared: the first partial of a synthetic string,
  /// whatever the contestant reads, and the reference of that meaning of a recording.
  package var reference: PitchMeaning { command == .synthetic ? .partial : meaning }
}

/// The settings that all items of a run share.
package struct RunSettings: Hashable, Codable, Sendable {
  /// The rate at which synthetic signals are rendered; recordings keep their own.
  package var sampleRate = SampleRate(48_000)
  /// The number of readings a second, at which settling is measured.
  package var updatesPerSecond = 200
  /// The window of the Cramér–Rao bound for contestants whose window is unknown, in samples.
  package var boundWindow = 4096

  /// The times after a pluck at which readings are compared with the bound, in milliseconds.
  package var pluckWindows = [50, 100, 200, 400, 800]

  /// The version of the scoring, which grows with every change of the figures of equal readings.
  ///
  /// Figures of two versions can't be compared.
  package private(set) var scoring = 1

  package init() {}

  /// The requested rate of readings.
  package var updateRate: UpdateRate { UpdateRate(updates: updatesPerSecond) }
}
