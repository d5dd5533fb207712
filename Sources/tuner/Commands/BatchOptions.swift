// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Terminal
import TunerAnalysis

/// The options of a batch that can be killed, resumed and spread over machines.
struct BatchOptions: ParsableArguments {
  /// The limits of a batch without options: seconds, MiB and MiB.
  private static let defaults = (timeout: 600, memory: 1024, cacheSize: 4096)

  @Option(
    help: ArgumentHelp(
      """
      Append all results to one file in this directory, beside a journal and a file of errors. \
      This applies to ndjson and csv; other formats give one file per recording, in folders of two \
      levels.
      """, valueName: "directory"))
  var batch: String?

  @Flag(help: "Continue the run in the directory, or begin one.")
  var resume = false

  @Option(
    help: ArgumentHelp(
      """
      Analyse only the i-th of n parts. A hash of each name chooses its part. (default: with \
      --batch, the task of a Slurm job array)
      """, valueName: "i/n"),
    transform: Self.shard(named:))
  var shard: RecordingShard?

  @Flag(help: "Retry recordings that could not be used before.")
  var retryFailed = false

  @Option(
    help: ArgumentHelp("Stop when more recordings than this can't be used.", valueName: "n"))
  var maxFailures: Int?

  @Option(
    help: ArgumentHelp(
      "The longest time for one recording. (default: \(Self.defaults.timeout))",
      valueName: "seconds"))
  var timeout: Double?

  @Option(
    help: ArgumentHelp(
      "The largest memory for one recording, in MiB. (default: \(Self.defaults.memory))",
      valueName: "mib"))
  var memory: Int?

  @Option(
    help: ArgumentHelp(
      "Write the progress to this open descriptor, as one JSON object per second.", valueName: "n"))
  var progressFd: Int32?

  @Option(
    help: ArgumentHelp(
      """
      Cache results in this directory by the content of the recordings. A recording that any run \
      has analysed before, under any name, with the same settings and the same program, is not \
      analysed again. Runs and machines may share the directory. ndjson and csv only.
      """, valueName: "directory"))
  var cache: String?

  @Option(
    help: ArgumentHelp(
      "The largest size of the cache, in MiB. (default: \(Self.defaults.cacheSize))",
      valueName: "mib"))
  var cacheSize: Int?

  /// Returns the shard of a text i/n.
  ///
  /// - Throws: `ValidationError`.
  static func shard(named text: String) throws -> RecordingShard {
    guard let shard = RecordingShard(text) else {
      throw ValidationError("--shard takes i/n with i from 1 to n, such as 3/16.")
    }
    return shard
  }

  func validate() throws {
    if batch == "" || cache == "" { throw ValidationError("A file name is empty.") }
    if batch == nil {
      let given = [
        resume ? "--resume" : nil, retryFailed ? "--retry-failed" : nil,
        maxFailures.map { _ in "--max-failures" }, progressFd.map { _ in "--progress-fd" },
        cache.map { _ in "--cache" }, timeout.map { _ in "--timeout" },
        memory.map { _ in "--memory" }, cacheSize.map { _ in "--cache-size" },
      ].compactMap(\.self)
      if let first = given.first {
        throw ValidationError("\(first) is for --batch: add --batch DIRECTORY.")
      }
    }
    if retryFailed, !resume { throw ValidationError("--retry-failed needs --resume.") }
    if let maxFailures, maxFailures < 0 {
      throw ValidationError("--max-failures \(maxFailures): give 0 or more.")
    }
    if cacheSize != nil, cache == nil { throw ValidationError("--cache-size needs --cache.") }
    if let timeout, !(timeout > 0 && timeout <= 864_000) {
      throw ValidationError("--timeout \(timeout): give more than 0 and at most 864000 seconds.")
    }
    if let memory, !(16...1_048_576).contains(memory) {
      throw ValidationError("--memory \(memory): give 16 to 1048576 MiB.")
    }
    if let cacheSize, !(16...1_073_741_824).contains(cacheSize) {
      throw ValidationError("--cache-size \(cacheSize): give 16 to 1073741824 MiB.")
    }
    if let progressFd, fcntl(progressFd, F_GETFD) < 0 {
      throw ValidationError("--progress-fd \(progressFd): this descriptor is not open.")
    }
  }

  /// Runs a shard.
  ///
  /// - Parameters:
  ///   - settings: the settings that affect the results.
  ///   - jobs: the number of workers.
  ///   - isQuiet: true to print errors only.
  ///   - named: the recordings of the command line.
  ///   - list: the list; `nil` for none.
  /// - Throws: `ExitStatus` unless the run ended without failures.
  func run(
    _ settings: ShardSettings, jobs: Int, isQuiet: Bool, named: BatchInputs, list: RecordingList?
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    let shard = try shard ?? RecordingShard.task(in: environment) ?? .whole
    let memory = memory ?? Self.defaults.memory
    let cache = cache.map { (directory: $0, size: cacheSize ?? Self.defaults.cacheSize) }
    if let cache { try CacheFolder.make(cache.directory) }
    let plan = ShardRun.Plan(
      directory: batch ?? ".", shard: shard, isResumed: resume, retriesFailed: retryFailed,
      failureLimit: maxFailures, timeLimit: timeout ?? Double(Self.defaults.timeout),
      memoryLimit: memory, jobs: jobs,
      isQuiet: isQuiet, progress: progressFd,
      workerArguments: AnalyzeWorkerCommand.arguments(
        settings, shard: shard, memory: memory, cache: cache))
    let run = ShardRun(settings, plan)
    let (ending, tally) = try run.run(ShardSource(named, list: list, shard: shard))
    if !isQuiet {
      StandardError.write("tuner: \(tally.summary(of: shard, errors: run.files.errors))")
    }
    try Self.finish(ending, tally)
  }

  /// Throws the status of a run that was stopped, or that had failures.
  private static func finish(_ ending: ShardRun.Ending, _ tally: ShardTally) throws {
    switch ending {
    case .stopped(let signal): throw signal == SIGINT ? ExitStatus.interrupted : .stopped
    case .tooManyFailures:
      StandardError.write(
        "tuner: ended after \(TextFigures.count(tally.failed, "failure")). To allow more, raise "
          + "--max-failures\n")
      throw ExitStatus.usage
    case .complete:
      let failed = tally.failed + tally.failedBefore
      if failed == 0 { return }
      throw failed < tally.done ? ExitStatus.answerIsNo : .usage
    }
  }
}
