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
        tuner-bench rate --strum
        tuner-bench rate --strum --unpaced --strokes 1000 --seed 50000
        tuner-bench rate --dataset all --json rate.json

      Runs ten seconds of each set, looped, through a live session at real-time pace and at each \
      rate. Reports the true rate, its jitter, and the updates that were late or missing. A missed \
      rate is measured once more, and the second result decides.
      With --strum, the session measures strokes at 20 updates a second, and the marker of a \
      stroke must appear within 100 ms after the samples of the stroke can be read. With --unpaced \
      too, no session runs, and the time is counted in samples. It must be at most 99 ms, which \
      leaves 1 ms for the state.
      Exit status: 0 done, 1 a rate was not held, 2 wrong usage or a recording that can't be read.
      """)

  @OptionGroup var recordings: ServiceRecordings
  @Flag(help: "Measure synthetic strokes over all strings instead of recordings.")
  var strum = false
  @Option(
    help: ArgumentHelp(
      "The number of strokes with --strum, 1 to 1000. (default: \(StrumServiceBench.strokes))",
      valueName: "n"))
  var strokes: Int?
  @Flag(help: "With --strum, count the time to the marker in samples instead of real time.")
  var unpaced = false
  @Option(
    help: ArgumentHelp(
      "The seed of the first stroke with --unpaced. Without it, \(StrumServiceBench.firstSeed).",
      valueName: "n"))
  var seed: UInt64?
  @OptionGroup var publication: ServiceOptions

  func validate() throws {
    try StrumServiceBench.validate(strokes: strokes, of: recordings, isStrum: strum)
    if unpaced, !strum { throw ValidationError("--unpaced needs --strum.") }
    if seed != nil, !unpaced { throw ValidationError("--seed needs --unpaced.") }
  }

  func run() throws {
    try publication.probe()
    if unpaced {
      return try publication.publish(
        StrumMarkerBench.run(
          strokes: strokes ?? StrumServiceBench.strokes, seed: seed ?? StrumServiceBench.firstSeed,
          progress: publication.progress())
      )
    }
    if strum {
      return try publication.publish(
        StrumServiceBench.rate(strokes: strokes ?? StrumServiceBench.strokes))
    }
    let report = try RateBench.run(
      recordings.items(), progress: publication.progress())
    try publication.publish(report)
  }
}
