// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal
import TunerAnalysis
import TunerRuntime
import Tuning

struct TuningsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Store a tuning of your own.",
    discussion: """
      EXAMPLES
        tuner tunings export dadgad > mine.json      (then change id, name and strings)
        tuner tunings add mine.json
      """)

  @Argument(
    help: ArgumentHelp("A file that export printed, or - for standard input.", valueName: "file"))
  var file: String

  @Flag(help: "Replace a tuning of your own that has the same id.")
  var replace = false

  func run() throws {
    let tuning = try TuningLibrary.read(file)
    let path = try TuningLibrary().add(tuning, isReplacing: replace)
    StandardError.write("tuner: \(tuning.id) is kept in \(printable(path))\n")
  }
}
