// SPDX-License-Identifier: MIT

import ChildProcesses
import FileFormats
import FileStore
import Glibc
import Terminal

/// The main loop of a run: requests, answers, time limits, signals, synchronisation and progress.
struct ShardLoop: ~Copyable {
  /// The time after which results are synchronised, in seconds.
  ///
  /// A power cut loses at most the work of this time.
  private static let syncInterval = Duration.seconds(5)
  /// The mean time of a recording below which a worker receives the next request early.
  ///
  /// The worker has not finished the last request then, so it never waits.
  private static let shortRecording = 0.1
  /// The largest number of recordings that one turn passes over because they are done.
  ///
  /// Signals and time limits are checked in every turn.
  private static let passLimit = 1000
  /// The longest wait of one turn, in milliseconds.
  private static let turnLimit: Int32 = 100

  /// The reasons why a worker is idle although recordings may be left.
  private enum Delay {
    /// A pipe does not hold the next recording yet.
    case list
    /// This turn passed over enough recordings.
    case turn
  }

  private let settings: ShardSettings
  private let plan: ShardRun.Plan
  private var store: ShardStore
  private var source: ShardSource
  private let signals: SignalQueue
  private let header: [UInt8]
  private var progress: ShardProgress
  private var tally = ShardTally()
  private var workers: [WorkerProcess] = []
  /// Requests whose worker ended before it began them.
  private var returned: [WorkerRequest] = []
  private var isAtEnd = false
  /// The reason why a worker is idle; `nil` for none.
  private var delay: Delay?
  private var ending: ShardRun.Ending?
  private var meanSeconds: Double?
  private let start = ContinuousClock.now
  private var lastSync = ContinuousClock.now

  init(
    _ settings: ShardSettings, _ plan: ShardRun.Plan, store: consuming ShardStore,
    source: consuming ShardSource, signals: SignalQueue
  ) {
    self.settings = settings
    self.plan = plan
    self.store = store
    self.source = source
    self.signals = signals
    header = settings.header(of: plan.shard)
    progress = ShardProgress(isQuiet: plan.isQuiet, descriptor: plan.progress)
  }

  /// Runs to the end of the source, or until the run is stopped.
  mutating func run() throws -> (ShardRun.Ending, ShardTally) {
    tally.total = try source.count()
    do {
      try handOut()
      while isUnfinished {
        try receive()
        try enforceTimeLimit()
        if heedSignals() { break }
        try handOut()
        try report()
      }
      try store.sync()
      if ending == nil { try store.complete() }
    } catch {
      for worker in workers { worker.kill() }
      progress.report(tally, isLast: true)
      // The bytes that were written before the disk was full are synchronised as far as possible.
      try? store.sync()
      throw error
    }
    for worker in workers { worker.kill() }
    tally.seconds = (ContinuousClock.now - start) / .seconds(1)
    progress.report(tally, isLast: true)
    return (ending ?? .complete, tally)
  }

  /// True while a worker is busy or, unless the run ends, recordings are left.
  private var isUnfinished: Bool {
    workers.contains { !$0.waiting.isEmpty }
      || ending == nil && !(isAtEnd && returned.isEmpty)
  }

  // MARK: - Requests

  /// Sends requests to idle workers.
  private mutating func handOut() throws {
    delay = nil
    let depth = (meanSeconds ?? 1) < Self.shortRecording ? 2 : 1
    for level in 1...depth {
      var index = 0
      while ending == nil, index < plan.jobs {
        if index < workers.count, workers[index].waiting.count >= level {
          index += 1
          continue
        }
        guard let request = try nextRequest() else { return }
        if index == workers.count { workers.append(try newWorker()) }
        workers[index].send(request)
        index += 1
      }
    }
  }

  private func newWorker() throws(ShardError) -> WorkerProcess {
    try WorkerProcess(plan.workerArguments)
  }

  /// Returns the next recording that is not done; `nil` at the end, or if it is not known yet.
  private mutating func nextRequest() throws -> WorkerRequest? {
    if let request = returned.popLast() { return request }
    var passed = 0
    while !isAtEnd, ending == nil {
      if passed == Self.passLimit {
        delay = .turn
        return nil
      }
      passed += 1
      let item: ShardSource.Item
      switch try source.next() {
      case .element(let next): item = next
      case .notYet:
        delay = .list
        return nil
      case .end:
        isAtEnd = true
        tally.total = tally.total ?? tally.done + workers.reduce(0) { $0 + $1.waiting.count }
        return nil
      }
      let identity = item.entry.identity
      if item.isRepeated || isDone(item) {
        tally.skipped += 1
        if item.isRepeated {
          tally.repeated += 1
        } else if store.done[item.digest]?.hasFailed == true {
          tally.failedBefore += 1
        }
        try report()
        continue
      }
      let place = result(of: item.digest).map { "\(plan.directory)/\($0)" }
      let request = WorkerRequest(identity: identity, place: place)
      guard let problem = item.entry.problem ?? identity.pathProblem else { return request }
      var outcome = WorkerOutcome(status: .failed, stamp: nil)
      outcome.remark = problem
      try finish(request, outcome, ResultBlock())
    }
    return nil
  }

  /// Returns the file of one recording's results, below the directory of the run; `nil` if the
  /// output of the shard holds them.
  private func result(of digest: UInt128) -> String? {
    if settings.format.canBeAppended { return nil }
    return ShardFiles.result(of: digest, ending: settings.format.writer.fileExtension)
  }

  private func isDone(_ item: ShardSource.Item) -> Bool {
    guard let done = store.done[item.digest] else { return false }
    if done.hasFailed, plan.retriesFailed { return false }
    return done.stamp == FileStamp(path: item.entry.identity.path)
  }

  // MARK: - Answers

  /// Waits for answers and for the next recording, at most until another task is due.
  private mutating func receive() throws {
    var entries = workers.map { pollfd(fd: $0.answers, events: Int16(POLLIN), revents: 0) }
    // poll(2) ignores a negative descriptor.
    let list = delay == .list ? source.descriptor ?? -1 : -1
    entries.append(pollfd(fd: list, events: Int16(POLLIN), revents: 0))
    let wait = delay == .turn ? 0 : Self.turnLimit
    guard poll(&entries, nfds_t(entries.count), wait) > 0 else { return }
    for index in workers.indices.reversed() where entries[index].revents != 0 {
      let worker = workers[index]
      var events: [WorkerProcess.Event] = []
      try worker.receive(beside: plan.directory) { event in
        guard case .outcome(let outcome) = event else { return events.append(event) }
        // The records that follow belong to the next recording.
        let block = worker.takeBlock()
        try finish(worker.next(), outcome, block)
      }
      for event in events { try react(to: event, of: index) }
    }
  }

  private mutating func react(to event: WorkerProcess.Event, of index: Int) throws {
    switch event {
    case .ready(let found):
      guard found == header else {
        throw ShardError.otherSettings(
          directory: plan.directory, difference: ShardError.difference(between: header, and: found))
      }
    case .outcome: break
    case .fatal(let reason):
      throw FileFailure(file: plan.directory, reason: reason)
    case .ended(let ending):
      let worker = workers.remove(at: index)
      let status =
        switch ending {
        case .exited(let status): "status \(status)"
        case .signalled(let signal): "signal \(signal)"
        case nil: "an unknown status"
        }
      guard worker.isReady else {
        throw ShardError.noWorker(
          reason: "its worker process ended with \(status) before it was ready. "
            + "Allow it more with --memory")
      }
      try abandon(
        worker,
        "the analysis ended with \(status): it crashed or needed more than "
          + "\(plan.memoryLimit) MiB of memory")
    }
  }

  /// Reports the recording on which a worker ended, and returns the others.
  private mutating func abandon(_ worker: WorkerProcess, _ reason: String) throws {
    returned += worker.waiting.dropFirst()
    guard let request = worker.waiting.first else { return }
    var outcome = WorkerOutcome(status: .failed, stamp: FileStamp(path: request.identity.path))
    outcome.seconds = worker.countTime() / .seconds(1)
    outcome.remark = reason
    try finish(request, outcome, ResultBlock())
  }

  /// Writes the outcome of a recording.
  private mutating func finish(
    _ request: WorkerRequest, _ outcome: WorkerOutcome, _ block: consuming ResultBlock
  ) throws {
    let hasFailed = outcome.status == .failed
    let remark = outcome.remark.map { reason in
      Array(
        NDJSONRendering.object(
          request.identity.members + [
            ("status", Field(hasFailed ? "failed" : "incomplete")), ("reason", Field(reason)),
          ]
        ).utf8)
    }
    let none = JournalExtent(offset: 0, count: 0, checksum: 0)
    let entry = JournalEntry(
      identity: request.identity, stamp: outcome.stamp, status: outcome.status,
      soundSeconds: outcome.soundSeconds, seconds: outcome.seconds,
      result: hasFailed ? nil : result(of: request.identity.digest), output: none, errors: none)
    if hasFailed {
      try store.add(entry, ResultBlock(), remark: remark ?? [])
      tally.failed += 1
      if let limit = plan.failureLimit, tally.failed > limit, ending == nil {
        ending = .tooManyFailures
      }
    } else {
      try store.add(entry, block, remark: remark ?? [])
      tally.analysed += 1
      if outcome.isKnown { tally.known += 1 }
      tally.soundSeconds += outcome.soundSeconds
      meanSeconds = (meanSeconds ?? outcome.seconds) * 0.9 + outcome.seconds * 0.1
    }
  }

  // MARK: - Limits, signals, progress

  private mutating func enforceTimeLimit() throws {
    let limit = Duration.seconds(plan.timeLimit)
    for index in workers.indices.reversed() {
      let worker = workers[index]
      guard worker.countTime() > limit, !worker.waiting.isEmpty else { continue }
      worker.kill()
      workers.remove(at: index)
      try abandon(
        worker, "the analysis took longer than \(decimal(plan.timeLimit)) s")
    }
  }

  /// Returns true if the run must end at once because of a second signal.
  private mutating func heedSignals() -> Bool {
    guard let number = signals.nextEnding(within: 0) else { return false }
    if case .stopped? = ending { return true }
    ending = .stopped(signal: number)
    return false
  }

  private mutating func report() throws {
    let now = ContinuousClock.now
    if now - lastSync >= Self.syncInterval {
      try store.sync()
      lastSync = .now
    }
    tally.seconds = (now - start) / .seconds(1)
    progress.report(tally)
  }
}
