// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal
import TunerAnalysis
import TunerRuntime

struct TuningsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all tunings; a star marks the selected one.",
    discussion: """
      EXAMPLES
        tuner tunings list
        tuner tunings list --format json
      """)

  @Option(name: .shortAndLong, help: "The output format: text or json.")
  var format: DocumentFormat = .text

  func run() throws {
    let library = TuningLibrary()
    let own = library.own()
    for error in own.errors { StandardError.write("tuner: \(printable("\(error)"))\n") }
    let list = TuningList(
      own: own.tunings, selected: SettingSources(flags: [:]).reportingWarnings().text(.tuning))
    try StandardOutput.write(format == .text ? list.text : list.json)
  }
}
