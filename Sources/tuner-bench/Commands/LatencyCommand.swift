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
        tuner-bench latency --dataset all --html latency.html

      Measures every update of the recordings at 20, 30, 50 and 60 Hz: the cost of its stages, and \
      the time from its emission to the state that an observer can read. An empty action takes the \
      same path just before it. A state after more than 5 ms is a miss, unless the empty action \
      took as long. Such stalls are listed, and the run is repeated once.
      Exit status: 0 done, 1 a state came after more than 5 ms, 2 wrong usage or a recording that \
      can't be read.
      """)

  @OptionGroup var recordings: ServiceRecordings
  @Flag(help: "Run at real-time pace, as from a microphone.")
  var paced = false
  @OptionGroup var publication: ServiceOptions

  func run() throws {
    try publication.probe()
    let report = try LatencyBench.run(
      recordings.items(), isPaced: paced, progress: publication.progress())
    try publication.publish(report)
  }
}
