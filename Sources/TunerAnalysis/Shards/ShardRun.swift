// SPDX-License-Identifier: MIT

import ChildProcesses
import FileStore
import Glibc
import Terminal

/// The analysis of one shard by worker processes.
///
/// One thread distributes the recordings, collects the records and writes them. The workers analyse
/// the recordings.
package struct ShardRun {
  /// The conditions of a run.
  package struct Plan: Sendable {
    /// The directory of the run.
    package var directory: String
    /// The shard.
    package var shard: RecordingShard
    /// True to continue an earlier run.
    package var isResumed: Bool
    /// True to retry recordings that could not be used.
    package var retriesFailed: Bool
    /// The largest number of failures; `nil` for no limit.
    ///
    /// The next failure ends the run.
    package var failureLimit: Int?
    /// The longest time of one recording, in seconds.
    package var timeLimit: Double
    /// The largest memory of one worker, in MiB.
    package var memoryLimit: Int
    /// The number of workers.
    package var jobs: Int
    /// True to show no progress.
    package var isQuiet: Bool
    /// The descriptor of the records of progress; `nil` for none.
    package var progress: Int32?
    /// The arguments of this program that make it a worker.
    package var workerArguments: [String]

    /// Describes a run.
    package init(
      directory: String, shard: RecordingShard, isResumed: Bool, retriesFailed: Bool,
      failureLimit: Int?, timeLimit: Double, memoryLimit: Int, jobs: Int, isQuiet: Bool,
      progress: Int32?, workerArguments: [String]
    ) {
      self.directory = directory
      self.shard = shard
      self.isResumed = isResumed
      self.retriesFailed = retriesFailed
      self.failureLimit = failureLimit
      self.timeLimit = timeLimit
      self.memoryLimit = memoryLimit
      self.jobs = jobs
      self.isQuiet = isQuiet
      self.progress = progress
      self.workerArguments = workerArguments
    }
  }

  /// The ways in which a run ends.
  package enum Ending: Hashable, Sendable {
    /// The whole list was analysed.
    case complete
    /// A signal stopped the run; the recordings in progress were finished.
    case stopped(signal: Int32)
    /// Too many recordings could not be used.
    case tooManyFailures
  }

  /// The longest time for the messages after a signal has stopped the run, in seconds.
  private static let messageSeconds: UInt32 = 1

  private let settings: ShardSettings
  private let plan: Plan

  /// Prepares a run.
  package init(_ settings: ShardSettings, _ plan: Plan) {
    self.settings = settings
    self.plan = plan
  }

  /// The files of the shard.
  package var files: ShardFiles {
    ShardFiles(directory: plan.directory, shard: plan.shard, format: settings.format)
  }

  /// Analyses the recordings.
  ///
  /// Afterwards a signal ends the program at once, because its last messages may wait for a reader
  /// that has stalled.
  ///
  /// - Parameter source: the recordings.
  /// - Returns: the way in which the run ended, and its counts.
  /// - Throws: `ShardError`, `FileStoreError` for a list that can't be read, and `OutputError` for
  ///   results that can't be written. Earlier results stay valid.
  /// - Complexity: memory grows by about 100 bytes a recording of the shard.
  package func run(_ source: consuming ShardSource) throws -> (Ending, ShardTally) {
    let signals = SignalQueue(only: [SIGTERM, SIGINT, SIGHUP])
    var secondsLeft: UInt32?
    defer { signals.endAtOnce(after: secondsLeft) }
    let store = try ShardStore(
      files, header: settings.header(of: plan.shard), opening: settings.opening,
      isResumed: plan.isResumed)
    var loop = ShardLoop(
      settings, plan, store: store, source: source, signals: signals)
    let outcome = try loop.run()
    if case .stopped = outcome.0 { secondsLeft = Self.messageSeconds }
    return outcome
  }
}
