// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking

struct RateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Test that a live session holds 20, 30, 50 and 60 updates a second.",
    discussion: """
      EXAMPLES
        tuner-bench rate
        tuner-bench rate --dataset all --json rate.json

      Runs ten seconds of each set, looped, through a live session at real-time pace and at each \
      rate. Reports the true rate, its jitter, and the updates that were late or missing. A rate \
      that is missed is measured once more, and the second result decides.
      Exit status: 0 done, 1 a rate was not held, 2 wrong usage or a recording that can't be read.
      """)

  @OptionGroup var recordings: ServiceRecordings
  @OptionGroup var publication: ServiceOptions

  func run() throws {
    try publication.probe()
    let report = try RateBench.run(
      recordings.items(), progress: publication.progress())
    try publication.publish(report)
  }
}
