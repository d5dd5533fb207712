// SPDX-License-Identifier: MIT

import ArgumentParser
import TunerAnalysis
import TunerRuntime
import Tuning

struct TuningsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a tuning as the JSON that add reads.",
    discussion: """
      EXAMPLES
        tuner tunings export dadgad > mine.json
      """)

  @Argument(help: ArgumentHelp("A tuning's id.", valueName: "id"))
  var id: String

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("Write here instead of standard output.", valueName: "file"))
  var output: String?

  func validate() throws {
    if output == "" { throw ValidationError("A file name is empty.") }
  }

  func run() throws {
    let tuning = try TuningLibrary().tuning(id)
    var sink = try OutputSink(OutputPlaces.single(output, sparing: []), isImmediate: true)
    try sink.write(TuningDocument(tuning).text)
    try sink.finish()
  }
}
