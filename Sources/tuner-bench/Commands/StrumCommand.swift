// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking

struct StrumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strum",
    abstract: "Judge the measurement of every string of a stroke.",
    discussion: """
      EXAMPLES
        tuner-bench strum
        tuner-bench strum --targets --json strum.json

      Synthetic strokes over the strings of guitars, basses and a ukulele, each string detuned by up to \
      40 cents, levels ± 10 dB, up to 60 ms between strings, 15 % of the strings missing. Readings \
      0.25, 0.5 and 1 s after the last string.
      Exit status: 0 done, 1 --targets missed a target, 2 wrong usage.
      """)

  @Option(help: ArgumentHelp("Strokes of the guitar; the other sets have a share.", valueName: "n"))
  var strokes = 100

  @Option(help: ArgumentHelp("The seed of the first stroke.", valueName: "n"))
  var seed: UInt64 = 9000

  @Flag(help: "Exit with 1 when a target is missed.")
  var targets = false

  @OptionGroup var publication: ServiceOptions

  func validate() throws {
    if !(1...10_000).contains(strokes) {
      throw ValidationError("--strokes takes 1 to 10000.")
    }
  }

  func run() throws {
    try publication.probe()
    try publication.publish(
      StrumBench.run(strokes: strokes, seed: seed, judges: targets))
  }
}
