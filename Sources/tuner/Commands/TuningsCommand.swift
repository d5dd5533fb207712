// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal
import TunerAnalysis
import TunerRuntime
import Tuning

struct TuningsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tunings",
    abstract: "List, show, add, select and export tunings.",
    discussion: """
      EXAMPLES
        tuner tunings list
        tuner tunings show dadgad --a4 432
        tuner tunings select drop_d
      """,
    subcommands: [
      TuningsListCommand.self, TuningsShowCommand.self, TuningsAddCommand.self,
      TuningsSelectCommand.self, TuningsExportCommand.self,
    ])
}

struct TuningsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all tunings; a star marks the selected one.",
    discussion: """
      EXAMPLES
        tuner tunings list
        tuner tunings list --format json          (also the German and Spanish names)
      """)

  @Option(name: .shortAndLong, help: "The output format: text or json.")
  var format: DocumentFormat = .text

  func run() throws {
    let library = TuningLibrary()
    let own = library.own()
    for error in own.errors { StandardError.write("tuner: \(printable("\(error)"))\n") }
    let list = TuningList(
      own: own.tunings, selected: SettingSources(flags: [:]).reportingNotices().text(.tuning))
    try StandardOutput.write(format == .text ? list.text : list.json)
  }
}

struct TuningsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the strings of a tuning with their frequencies.",
    discussion: """
      EXAMPLES
        tuner tunings show dadgad
        tuner tunings show "C2 G2 D3 G3 A3 D4" --a4 432
        tuner tunings show standard --temperament just:E --capo 2
      """)

  @Argument(
    help: ArgumentHelp(
      "A tuning's id or name, or notes from the highest string number to string 1.",
      valueName: "id"))
  var id: String?

  @Option(name: .shortAndLong, help: "The output format: text, or json as export prints it.")
  var format: DocumentFormat = .text

  @OptionGroup var target: TargetOptions

  func validate() throws {
    if id != nil, target.tuning != nil {
      throw ValidationError("Name the tuning once: as an argument, or with -t.")
    }
    try target.refuse(
      [.string, .tolerance], because: "does not change the strings of a tuning: leave it out.")
    if format == .json {
      try target.refuse(
        [.a4, .temperament, .keyboardMap],
        because: "is not in the document, which has no frequencies: leave it out.")
      try target.refuse(
        [.capo], because: "is not in the document, which has the open strings: leave it out.")
    }
  }

  func run() throws {
    var flags = target.flags
    if let id { flags[.tuning] = id }
    let sources = SettingSources(flags: flags)
    // An unknown name is refused as the argument that it is, and not as a value of --tuning.
    if let id, id != TargetSelection.chromatic.id { _ = try sources.tuning(named: id) }
    let sheet = try TuningSheet(sources.reportingNotices().target())
    try StandardOutput.write(format == .text ? sheet.text : sheet.json)
  }
}
