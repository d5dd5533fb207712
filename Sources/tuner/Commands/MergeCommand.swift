// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal
import TunerAnalysis

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the shards of a batch into one file.",
    discussion: """
      EXAMPLES
        tuner analyze --files-from list --batch results --shard 1/2
        tuner analyze --files-from list --batch results --shard 2/2
        tuner merge results -o notes.ndjson --errors errors.ndjson

      It orders the records by the names of their recordings, so the bytes do not depend on the \
      number of shards or on interruptions. It checks the bytes of the shards against their \
      journals.
      Exit status: 0 merged, 2 wrong usage, an unfinished run, or damaged files.
      """)

  @Argument(help: ArgumentHelp("The directory of tuner analyze --batch.", valueName: "directory"))
  var directory: String

  @Option(
    name: .customShort("o"),
    help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Also write the recordings that could not be used, as ndjson.", valueName: "file"))
  var errors: String?

  @Flag(help: "Merge the results so far of an unfinished run.")
  var partial = false

  @Flag(name: .shortAndLong, help: "Print only errors on standard error.")
  var quiet = false

  func validate() throws {
    if directory.isEmpty || [output, errors].contains("") {
      throw ValidationError("A file name is empty.")
    }
    try RecordingArguments.check(output: output)
    try RecordingArguments.check(output: errors, of: "--errors", remedy: "")
    try RecordingArguments.check(outputs: [("-o", output), ("--errors", errors)])
  }

  func run() throws {
    let merge = try ShardMerge(directory: directory, isPartial: partial)
    let outcome = try merge.write(
      to: output.map { .file($0) } ?? .standardOutput, errors: errors.map { .file($0) })
    if !quiet { StandardError.write("tuner: merged \(outcome.description)") }
  }
}
