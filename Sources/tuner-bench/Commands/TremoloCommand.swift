// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking

struct TremoloCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tremolo",
    abstract: "Count the turns of pegs that bring a guitar with a floating bridge in tune.",
    discussion: """
      EXAMPLES
        tuner-bench tremolo
        tuner-bench tremolo --guitars 1000 --json tremolo.json

      Simulates guitars whose bridge floats between strings and springs. Tunes each guitar by the \
      plan of tuner tremolo, and again string after string. For guitars whose strings are all flat \
      or all sharp, the plan must need at most half the turns.
      Exit status: 0 done, 1 a limit was missed, 2 wrong usage.
      """)

  @Option(help: ArgumentHelp("The number of guitars, 1 to 100000.", valueName: "n"))
  var guitars = 200
  @Option(help: ArgumentHelp("The seed of the first guitar.", valueName: "n"))
  var seed: UInt64 = 1
  @OptionGroup var publication: ServiceOptions

  func validate() throws {
    guard (1...100_000).contains(guitars) else {
      throw ValidationError("--guitars \(guitars): give 1 to 100000.")
    }
    guard seed < 1 << 62 else { throw ValidationError("--seed \(seed): give less than 2^62.") }
  }

  func run() throws {
    try publication.probe()
    try publication.publish(TremoloBench.run(count: guitars, seed: seed))
  }
}
