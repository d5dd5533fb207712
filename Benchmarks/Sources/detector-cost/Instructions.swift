// SPDX-License-Identifier: MIT

import ArgumentParser
import CMeasurement

/// Instructions an update, counted by callgrind: the same in every run on every machine of a kind.
struct Instructions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays every signal to every contestant under callgrind, with dumps for each pair.",
    discussion: """
      scripts/instructions.py runs this under valgrind, reads the dumps and compares them with the \
      baseline. Prints a line for each pair: contestant, owner, signal, updates.
      """)

  /// The contestants whose instructions are counted: the others of libaubio would take minutes.
  static let usual =
    ContestantEntry.all.filter { $0.owner != .aubio && $0.repeats }.map(\.name)
    + [ContestantEntry.referenceName]

  @OptionGroup var selection: Selection
  @Option(help: "Updates counted for each pair.") var updates = 120
  @Option(help: "Updates played before, which fill windows and first-use tables.") var warmUp = 12

  func validate() throws {
    guard updates >= 1, warmUp >= 0 else {
      throw ValidationError("--updates must be at least 1, and --warm-up not below 0.")
    }
  }

  func run() throws {
    guard headstock_counts_instructions() != 0 else {
      throw ValidationError(
        "Nothing counts here. Build with valgrind's headers installed, and run "
          + "scripts/instructions.py.")
    }
    let entries = try selection.contestants(orElse: Self.usual)
    print("fftw", String(cString: headstock_fftw_version()), separator: "\t")
    for signal in try selection.chosenSignals() {
      // The others are compared on music only, and their counts hardly depend on the signal.
      let isForAll = signal.isMusic || !selection.detectors.isEmpty
      for entry in entries
      where selection.plays(signal, to: entry) && (entry.owner.isOurs || isForAll) {
        let run = try Run(entry, on: signal)
        run.play(updates: 0..<warmUp)
        headstock_instrumentation_start()
        defer { headstock_instrumentation_stop() }
        let counted = warmUp..<(warmUp + updates)
        // Of ours every update is counted by itself: the costliest is held to a limit.
        for part in entry.owner.isOurs ? counted.map({ $0..<($0 + 1) }) : [counted] {
          headstock_instructions_begin()
          run.play(updates: part)
          headstock_instructions_end("\(entry.name)\t\(signal.name)")
        }
        print(
          "pair", entry.name, entry.owner.rawValue, signal.name, updates, separator: "\t")
      }
    }
  }
}
