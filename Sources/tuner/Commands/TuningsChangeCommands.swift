// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal
import TunerAnalysis
import TunerRuntime
import TunerState
import Tuning

struct TuningsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Store a tuning of your own.",
    discussion: """
      EXAMPLES
        tuner tunings export dadgad > mine.json      (change id, name and strings)
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

struct TuningsSelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select", abstract: "Select the tuning for commands without -t.",
    discussion: """
      EXAMPLES
        tuner tunings select dadgad
        tuner tunings select "Halbton tiefer"
      """)

  @Argument(help: ArgumentHelp("A tuning's id or name.", valueName: "id"))
  var id: String

  func run() throws {
    let directory = try SettingsDirectory()
    let tuning = try SettingSources(flags: [:]).tuning(named: id)
    guard tuning.id != InstrumentTuning.literalID else {
      throw ValidationError(
        "Notes have no id to select. Store them as a tuning first: tuner tunings add --help")
    }
    let file = SettingsFile(path: directory.settingsFile)
    for notice in try file.store(.text(tuning.id), for: .selectedTuningID) {
      StandardError.write("tuner: \(printable("\(notice)"))\n")
    }
    StandardError.write("tuner: \(tuning.id) is selected (\(printable(file.path)))\n")
  }
}

struct TuningsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a tuning as JSON, which add reads.",
    discussion: """
      EXAMPLES
        tuner tunings export dadgad > mine.json
        tuner tunings export "C2 G2 D3 G3 A3 D4" > mine.json
      """)

  @Argument(
    help: ArgumentHelp(
      "A tuning's id or name, or notes from the highest string number to string 1.",
      valueName: "id"))
  var id: String

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  func validate() throws {
    if output == "" { throw ValidationError("A file name is empty.") }
    try RecordingArguments.check(output: output)
  }

  func run() throws {
    let tuning = try SettingSources(flags: [:]).tuning(named: id)
    var sink = try OutputSink(OutputPlaces.single(output, sparing: []), isImmediate: true)
    try sink.write(TuningDocument(tuning.template).text)
    try sink.finish()
  }
}
