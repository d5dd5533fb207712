// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking

struct LatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency",
    abstract: "Test that every result becomes state within 5 ms, and measure an update's cost.",
    discussion: """
      EXAMPLES
        tuner-bench latency
        tuner-bench latency --strum
        tuner-bench latency --dataset all --html latency.html

      Measures every update of the recordings at 20, 30, 50 and 60 Hz: the cost of its stages, and \
      the time from its emission to the state that an observer can read. For comparison, an action \
      without effect takes the same path just before. A state after more than 5 ms is a miss, unless \
      that action took as long. The report lists such stalls, and the run is repeated once.
      This is the last stage only. scripts/live.py --only screen measures the whole path from a \
      sample written to the sound card to the drawn cells of a terminal.
      With --strum, the time counts from the arrival of an update's last samples.
      Exit status: 0 done, 1 a state came after more than 5 ms, 2 wrong usage or a recording that \
      can't be read.
      """)

  @OptionGroup var recordings: ServiceRecordings
  @Flag(help: "Run at real-time pace, as from a microphone.")
  var paced = false
  @Flag(help: "Measure synthetic strokes over all strings instead of recordings.")
  var strum = false
  @Option(
    help: ArgumentHelp(
      "The number of strokes with --strum, 1 to 1000. (default: \(StrumServiceBench.strokes))",
      valueName: "n"))
  var strokes: Int?
  @OptionGroup var publication: ServiceOptions

  func validate() throws {
    try StrumServiceBench.validate(strokes: strokes, of: recordings, isStrum: strum)
    if strum, paced { throw ValidationError("--strum has no real-time pace: leave out --paced.") }
  }

  func run() throws {
    try publication.probe()
    if strum {
      return try publication.publish(
        StrumServiceBench.latency(
          strokes: strokes ?? StrumServiceBench.strokes, progress: publication.progress()))
    }
    let report = try LatencyBench.run(
      recordings.items(), isPaced: paced, progress: publication.progress())
    try publication.publish(report)
  }
}
