// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal
import TunerAnalysis

struct TuningsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the strings of a tuning with their frequencies.",
    discussion: """
      EXAMPLES
        tuner tunings show dadgad
        tuner tunings show "C2 G2 D3 G3 A3 D4" --a4 432
        tuner tunings show standard --temperament just:E --capo 2
      """)

  @Argument(help: ArgumentHelp("A tuning's id, or notes from low to high.", valueName: "id"))
  var id: String?

  @Option(name: .shortAndLong, help: "The output format: text, or json as export prints it.")
  var format: DocumentFormat = .text

  @OptionGroup var target: TargetOptions

  func validate() throws {
    if id != nil, target.tuning != nil {
      throw ValidationError("Name the tuning once: as an argument, or with -t.")
    }
  }

  func run() throws {
    var flags = target.flags
    if let id { flags[.tuning] = id }
    let sheet = try TuningSheet(SettingSources(flags: flags).reportingWarnings().target())
    try StandardOutput.write(format == .text ? sheet.text : sheet.json)
  }
}
