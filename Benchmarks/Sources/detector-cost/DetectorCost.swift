// SPDX-License-Identifier: MIT

import ArgumentParser

/// The command and its two ways to count.
@main
struct DetectorCost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detector-cost",
    abstract: "Measures what a pitch detector costs an update, at the cadence of a tuner.",
    subcommands: [Time.self, Instructions.self], defaultSubcommand: Time.self)
}

/// The contestants and the signals.
struct Selection: ParsableArguments {
  @Option(
    name: .customLong("detector"),
    help: "A contestant; may be repeated. All of them by default.",
    completion: .list(ContestantEntry.all.map(\.name)))
  var detectors: [String] = []

  @Option(
    name: .customLong("signal"),
    help: """
      One of \(Signal.made().map(\.name).joined(separator: ", ")); may be repeated. All by default, \
      unless a file is given.
      """)
  var signals: [String] = []

  @Option(name: .customLong("file"), help: "A recording as a further signal; may be repeated.")
  var files: [String] = []

  /// The contestants asked for, in the order of the list.
  func contestants(orElse default: [String]? = nil) throws -> [ContestantEntry] {
    let wanted = detectors.isEmpty ? `default` : detectors
    let known = ContestantEntry.all
    guard let wanted else { return known }
    for name in wanted where !known.contains(where: { $0.name == name }) {
      throw ValidationError(
        "There is no contestant \"\(name)\". There are: "
          + known.map(\.name).joined(separator: ", ") + ".")
    }
    return known.filter { wanted.contains($0.name) }
  }

  /// Returns whether a contestant is played a signal: one that it is for, or one named with it.
  func plays(_ signal: Signal, to entry: ContestantEntry) -> Bool {
    let isFor = entry.signals.map { $0.contains(signal.name) } ?? (signal.name != Signal.stroke)
    return isFor || files.contains { $0.hasSuffix(signal.name) }
      || (detectors.contains(entry.name) && signals.contains(signal.name))
  }

  /// The signals asked for.
  func chosenSignals() throws -> [Signal] {
    let made = Signal.made()
    for name in signals where !made.contains(where: { $0.name == name }) {
      throw ValidationError(
        "There is no signal \"\(name)\". There are: "
          + made.map(\.name).joined(separator: ", ") + ".")
    }
    let chosen = made.filter { signals.contains($0.name) || (signals.isEmpty && files.isEmpty) }
    let recordings = try files.map { path in
      do { return try Signal(path: path) } catch { throw ValidationError("\(path): \(error)") }
    }
    for recording in recordings where recording.updateCount == 0 {
      throw ValidationError("\(recording.name) holds less than one hop: use a longer recording.")
    }
    return chosen + recordings
  }
}
