// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking

struct PolyphonyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "polyphony",
    abstract: "Test that chords are called polyphonic, and single notes are not.",
    discussion: """
      EXAMPLES
        tuner-bench polyphony
        tuner-bench polyphony --dataset guitarsounds --dataset my-recordings/

      Uses recorded chords and notes, and chords mixed from recorded strings: every combination of \
      a guitar's open strings, and random combinations of other notes, plucked at once and \
      strummed. At least 95 % of the chords must be called polyphonic, and at most 1 % of the \
      single notes.
      Exit status: 0 done, 1 a limit was missed, 2 wrong usage or a recording that can't be read.
      """)

  @Option(
    help: ArgumentHelp(
      "A set's name, a directory with a manifest, or all. May be given again.", valueName: "set"))
  var dataset: [String] = ["guitarsounds", "fluidr3", "sonic-pi"]
  @OptionGroup var publication: ServiceOptions

  func run() throws {
    try publication.probe()
    let items = try ItemList.joined(dataset.flatMap(AccuracyCommand.lists))
    let report = try PolyphonyBench.run(items)
    try publication.publish(report)
  }
}
